import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Table } from "@/components/ui/Table";
import { toast } from "@/components/ui/Toast";
import { CurrentMemberWay, WhoPanel } from "@/components/work/EnrollPanel";
import { useGroups, useMemberTotal } from "@/components/work/members";
import { useStorefront } from "@/components/work/useStorefront";
import { Waiting } from "@/components/work/Waiting";
import { WorkMain } from "@/components/work/WorkMain";
import { useActor } from "@/lib/actor";
import { PageHeading } from "@/lib/page";
import { capitalized } from "@/lib/words";
import { Figures } from "./Figures";
import { NewMemberWay } from "./NewMemberWay";
import { Weeks } from "./Weeks";

function CopyLink() {
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
    <Button size="sm" icon="copy" className="only-d" onClick={() => void copy()}>
      <Trans>Copy my storefront link</Trans>
    </Button>
  );
}

function Greeting({ members, groups }: { members: number | undefined; groups: number | undefined }) {
  const { t, i18n } = useLingui();
  const { name } = useActor();
  const [first = name] = name.trim().split(/\s+/);
  const format = { weekday: "long", month: "long", day: "numeric" } as const;
  const sentence = capitalized(i18n.date(new Date(), format));
  return (
    <div className="page-head">
      <div>
        <PageHeading title={t`Home`}>
          <Trans>Welcome, {first}</Trans>
        </PageHeading>
        <p className="small">
          {sentence}.{" "}
          {members !== undefined && groups !== undefined && (
            <>
              {t`${plural(members, { one: "# member", other: "# members" })}`}{" "}
              {t`${plural(groups, { one: "across # group", other: "across # groups" })}`}.
            </>
          )}
        </p>
      </div>
      <CopyLink />
    </div>
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

/** A rep's home: start with a new client or a client on record, and the rep's groups. */
export default function AgentHomePage() {
  const groups = useGroups();
  const total = useMemberTotal();
  return (
    <WorkMain>
      <Greeting members={total} groups={groups.data?.length} />
      <WhoPanel>
        <NewMemberWay />
        <CurrentMemberWay list="/agent-select-member" total={total} />
      </WhoPanel>
      <Figures />
      <Waiting below={<Groups />}>
        <Weeks />
      </Waiting>
    </WorkMain>
  );
}
