import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useParams } from "react-router";
import type { PolicyStory } from "@/client";
import { Only } from "@/components/layout/Only";
import { Breadcrumb } from "@/components/ui/Breadcrumb";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Facts } from "@/components/ui/Facts";
import { CardBones, FailedRead, Loading } from "@/components/ui/State";
import { money } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import { Changes } from "./Changes";
import { EndDialog } from "./EndDialog";
import { StateBadge } from "./PolicyState";
import { usePolicy } from "./reads";
import { Staircase } from "./Staircase";

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
            <StateBadge policy={policy} />
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
      <Panel titleId="versions" title={<Trans>Your policy through time</Trans>}>
        <Staircase story={story} />
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
      <Breadcrumb
        crumbs={[{ label: t`My benefits`, to: "/coverage" }, { label: story.data?.policy.plan ?? number }]}
      />
      {!story.data && <PageHeading title={t`Policy`}>{number}</PageHeading>}
      {story.isPending && (
        <Loading>
          <CardBones lines={6} />
        </Loading>
      )}
      {story.isError && <FailedRead onRetry={() => void story.refetch()} busy={story.isFetching} />}
      {story.data && <Story story={story.data} />}
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
