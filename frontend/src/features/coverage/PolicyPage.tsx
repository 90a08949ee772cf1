import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useParams } from "react-router";
import type { PolicyStory } from "@/client";
import { RequireRole } from "@/components/layout/RequireRole";
import { Breadcrumb } from "@/components/ui/Breadcrumb";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { CarrierLogo } from "@/components/ui/Category";
import { Facts } from "@/components/ui/Facts";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { money } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import { Changes } from "./Changes";
import { EndDialog } from "./EndDialog";
import { PolicyFees } from "./Month";
import { PendingApprovals } from "./PendingApprovals";
import s from "./Policy.module.css";
import { StateBadge } from "./PolicyState";
import { useCards, useCoverage, usePolicy } from "./reads";
import { Staircase } from "./Staircase";

function Story({ story }: { story: PolicyStory }) {
  const { t } = useLingui();
  const [ending, setEnding] = useState(false);
  const { data: cards = [] } = useCards();
  const { data: coverage } = useCoverage();
  const { policy } = story;
  const running = policy.state === "active" || policy.state === "accepted";
  const monthly = policy.monthly && money(policy.monthly);
  const card = cards.find((row) => row.policy_number === policy.number);
  return (
    <div className={s.story}>
      <div className={s.head}>
        <div>
          {policy.logo && <CarrierLogo src={policy.logo} name={policy.carrier} eager />}
          <PageHeading title={policy.plan}>{policy.plan}</PageHeading>
          <Facts>
            <StateBadge policy={policy} />
            <Trans>Policy {policy.number}</Trans>
            {policy.carrier}
            {monthly && <Trans>{monthly} a month</Trans>}
          </Facts>
          {policy.chain.map((text) => (
            <p key={text} className="small">
              {text}
            </p>
          ))}
          {story.fees.length > 0 && <PolicyFees fees={story.fees} />}
        </div>
        <span className={s.acts}>
          {card && (
            <ButtonLink icon="device" to={`/coverage#card-${card.id}`}>
              <Trans>Show card</Trans>
            </ButtonLink>
          )}
          {running && (
            <ButtonLink tone="primary" to="/coverage/change">
              <Trans>Tell us about a change</Trans>
            </ButtonLink>
          )}
        </span>
      </div>
      <div className={s.news}>
        {coverage && <PendingApprovals coverage={coverage} policy={policy.number} />}
      </div>
      <Staircase story={story} />
      <Changes changes={story.changes} />
      <p className="small mute">{t`Dates are coverage dates. Prices are monthly, with the plan's fees.`}</p>
      {running && (
        <Folder tab={<Trans>End coverage</Trans>} labelledBy="ending" className={s.ending}>
          <h2 id="ending">
            <Trans>If you end this coverage</Trans>
          </h2>
          <p>
            <Trans>
              Choose the last day and see what it means for everyone on this policy. Nothing happens until you
              confirm.
            </Trans>
          </p>
          <Button tone="danger" onClick={() => setEnding(true)}>
            <Trans>End coverage</Trans>
          </Button>
        </Folder>
      )}
      {ending && <EndDialog policy={policy} day={story.day} onClose={() => setEnding(false)} />}
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
          <CardSkeleton lines={6} />
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
    <RequireRole role={ROLE}>
      <Policy />
    </RequireRole>
  );
}
