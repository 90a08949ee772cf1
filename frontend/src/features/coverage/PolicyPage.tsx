import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useParams } from "react-router";
import type { PolicyStory } from "@/client";
import { Only } from "@/components/layout/Only";
import { Badge } from "@/components/ui/Badge";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Facts } from "@/components/ui/Facts";
import { CardBones, FailedRead, Loading } from "@/components/ui/State";
import { Table } from "@/components/ui/Table";
import { money } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import { Changes } from "./Changes";
import s from "./Coverage.module.css";
import { EndDialog } from "./EndDialog";
import { TONES } from "./PlanItem";
import { usePolicy } from "./reads";

const HEIGHT = 8;
const WIDTH = 160;

type VersionRow = PolicyStory["versions"][number];

/** A price as a bar on one scale with the others; the text beside it says it. */
function Bar({ monthly, most }: { monthly: string; most: number }) {
  const width = most > 0 ? Math.max(2, (Number(monthly) / most) * WIDTH) : 0;
  return (
    <svg className={s.bar} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <rect width={width} height={HEIGHT} rx="2" />
    </svg>
  );
}

function Versions({ versions }: { versions: VersionRow[] }) {
  const { t } = useLingui();
  const most = Math.max(...versions.map((row) => Number(row.monthly || 0)));
  return (
    <Table
      caption={t`What was in force when, newest first`}
      rows={[...versions].reverse()}
      rowKey={(row) => row.id}
      columns={[
        {
          key: "when",
          label: t`When`,
          header: true,
          cell: (row) =>
            row.until ? (
              <Trans>
                {row.effective} to {row.until}
              </Trans>
            ) : (
              <Trans>Since {row.effective}</Trans>
            ),
        },
        { key: "why", label: t`Why`, cell: (row) => row.title },
        {
          key: "who",
          label: t`Who is covered`,
          cell: (row) => row.people.map((person) => person.first_name).join(", ") || row.tier,
        },
        {
          key: "price",
          label: t`A month`,
          right: true,
          cell: (row) =>
            row.monthly ? (
              <span className={s.price}>
                <Bar monthly={row.monthly} most={most} />
                {money(row.monthly)}
              </span>
            ) : (
              <Trans>Not on record</Trans>
            ),
        },
      ]}
    />
  );
}

function Story({ story }: { story: PolicyStory }) {
  const { t } = useLingui();
  const [ending, setEnding] = useState(false);
  const { policy } = story;
  const running = policy.state === "active" || policy.state === "accepted";
  const monthly = policy.monthly && money(policy.monthly);
  return (
    <div className="stack-6">
      <div className="page-head">
        <div>
          <PageHeading title={policy.plan}>{policy.plan}</PageHeading>
          <Facts>
            <Badge tone={TONES[policy.state]}>{policy.state_text}</Badge>
            <Trans>Policy {policy.number}</Trans>
            {policy.carrier}
            {monthly && <Trans>{monthly} a month</Trans>}
          </Facts>
        </div>
        {running && (
          <span className="row">
            <ButtonLink to="/coverage/change">
              <Trans>Something changed</Trans>
            </ButtonLink>
            <Button tone="danger" onClick={() => setEnding(true)}>
              <Trans>End coverage</Trans>
            </Button>
          </span>
        )}
      </div>
      <Panel titleId="people" title={<Trans>Who is covered</Trans>}>
        <ul className={s.plans}>
          {policy.people.map((person) => (
            <li key={person.id} className={s.plan}>
              <b>{person.name}</b>
              <Facts>
                <Trans>Born {person.birth_date}</Trans>
                <Trans>Covered since {person.since}</Trans>
                {person.until && <Trans>Until {person.until}</Trans>}
              </Facts>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel titleId="versions" title={<Trans>Through time</Trans>}>
        <div className={s.fields}>
          <Versions versions={story.versions} />
        </div>
      </Panel>
      <Panel titleId="changes" title={<Trans>Every change</Trans>}>
        <Changes changes={story.changes} />
      </Panel>
      {ending && <EndDialog policy={policy} day={story.day} onClose={() => setEnding(false)} />}
      <p className="small mute">{t`Days are those of your coverage, prices those of a month with all fees.`}</p>
    </div>
  );
}

function Policy() {
  const { number = "" } = useParams();
  const { t } = useLingui();
  const story = usePolicy(number);
  return (
    <main id="main" className="wrap page">
      {!story.data && <PageHeading title={t`Policy`}>{number}</PageHeading>}
      {story.isPending && (
        <Loading>
          <CardBones lines={6} />
        </Loading>
      )}
      {story.isError && <FailedRead onRetry={() => void story.refetch()} busy={story.isFetching} />}
      {story.data && <Story story={story.data} />}
      <p>
        <ButtonLink tone="quiet" size="sm" to="/coverage">
          <Trans>Back to My benefits</Trans>
        </ButtonLink>
      </p>
    </main>
  );
}

const ROLE = "member";

/** One policy: who is covered, what was in force when, every change, and its end. */
export default function PolicyPage() {
  return (
    <Only role={ROLE}>
      <Policy />
    </Only>
  );
}
