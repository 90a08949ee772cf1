import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Table } from "@/components/ui/Table";
import { toast } from "@/components/ui/Toast";
import { FirstSteps } from "@/components/work/FirstSteps";
import { useGroups, useMemberTotal } from "@/components/work/members";
import { Nothing, TodayList } from "@/components/work/TodayList";
import { useToday } from "@/components/work/today";
import { useStorefront } from "@/components/work/useStorefront";
import { WorkMain } from "@/components/work/WorkMain";
import { useActor } from "@/lib/actor";
import { parseDay } from "@/lib/dates";
import { PageHeading } from "@/lib/page";
import { capitalized } from "@/lib/words";
import s from "./AgentHome.module.css";
import { EnrollPanel, StartButton } from "./EnrollPanel";
import { MonthPanel } from "./MonthPanel";

const NOON = 12;
const EVENING = 18;
const DAY = { weekday: "long", month: "long", day: "numeric" } as const;

function CopyLink({ className }: { className?: string }) {
  const { t } = useLingui();
  const storefront = useStorefront();
  if (!storefront) return null;
  const link = `${location.origin}${storefront}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast(t`Your storefront link is copied`);
    } catch {
      toast(t`Your storefront link: ${link}`);
    }
  };
  return (
    <Button size="sm" icon="copy" className={className} onClick={() => void copy()}>
      <Trans>Copy my storefront link</Trans>
    </Button>
  );
}

/** The greeting of the hour, as the store's clock has it. */
function useGreeting(name: string, hour: number | undefined): string {
  const { t } = useLingui();
  if (hour === undefined) return t`Welcome, ${name}`;
  if (hour < NOON) return t`Good morning, ${name}`;
  return hour < EVENING ? t`Good afternoon, ${name}` : t`Good evening, ${name}`;
}

function Head() {
  const { t, i18n } = useLingui();
  const { name } = useActor();
  const { data } = useToday();
  const [first = name] = name.trim().split(/\s+/);
  const greeting = useGreeting(first, data?.hour);
  const day = data && parseDay(data.day);
  const lead = data?.items.find((item) => item.kind === "new-lead");
  const who = lead?.title ?? "";
  return (
    <div className="page-head">
      <div>
        <PageHeading title={t`Home`}>{greeting}</PageHeading>
        {data && day && (
          <p className="small">
            {capitalized(i18n.date(new Date(day.year, day.month - 1, day.day), DAY))}.{" "}
            {data.total
              ? t`${plural(data.total, { one: "# thing needs you today.", other: "# things need you today." })}`
              : t`You're all caught up.`}
            {lead && ` ${t`${who} is waiting to hear from you.`}`}
          </p>
        )}
      </div>
      <CopyLink className="only-d" />
    </div>
  );
}

/** Nothing waits: for a rep without clients, how to begin. */
function Empty({ members }: { members: number | undefined }): ReactNode {
  if (members === 0) {
    return (
      <Nothing
        action={
          <div className="row">
            <StartButton>
              <Trans>Add your first client</Trans>
            </StartButton>
            <CopyLink />
          </div>
        }
      >
        <Trans>Share your storefront link. New leads and quotes your clients open will show up here.</Trans>
      </Nothing>
    );
  }
  return (
    <Nothing
      action={
        <ButtonLink to="/book-of-business">
          <Trans>See my book of business</Trans>
        </ButtonLink>
      }
    >
      <Trans>New leads, questions on quotes, and changes your clients report will show up here.</Trans>
    </Nothing>
  );
}

function Groups() {
  const { t } = useLingui();
  const { data } = useGroups();
  if (!data?.length) return null;
  return (
    <Panel titleId="groups" title={<Trans>Your groups</Trans>}>
      <Table
        variant="grid"
        caption={t`Your groups`}
        rows={data}
        rowKey={(row) => String(row.gid)}
        columns={[
          { key: "name", label: t`Group`, header: true, cell: (row) => <b>{row.gname}</b> },
          {
            key: "code",
            label: t`Group Enrollment Code`,
            cell: (row) => <span className="num">{row.gcode}</span>,
          },
          {
            key: "open",
            label: t`Action`,
            bare: true,
            right: true,
            cell: (row) => (
              <ButtonLink
                size="sm"
                to={`/agent-select-member?group=${row.gid}`}
                aria-label={t`See members, ${row.gname}`}
              >
                <Trans>See members</Trans>
              </ButtonLink>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** A rep's home: what needs doing, the start of an enrollment, the month, and the rep's groups. */
export default function AgentHomePage() {
  const total = useMemberTotal();
  return (
    <WorkMain>
      <Head />
      <div className={s.home}>
        <TodayList className={s.list} empty={<Empty members={total} />} />
        <aside className={s.side}>
          <EnrollPanel total={total} />
          <FirstSteps />
          <MonthPanel />
        </aside>
        <div className={s.groups}>
          <Groups />
        </div>
      </div>
    </WorkMain>
  );
}
