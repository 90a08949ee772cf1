import { Trans, useLingui } from "@lingui/react/macro";
import { Navigate, useParams } from "react-router";
import { RequireRole } from "@/components/layout/RequireRole";
import { ButtonAnchor, ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { NoRecord } from "@/components/work/NoRecord";
import { type Role, useActor } from "@/lib/actor";
import { PageHeading } from "@/lib/page";
import { Sent } from "./ChangeEnds";
import { ChangeFlow } from "./ChangeFlow";
import { hasOpenPolicy, STEPS, type Step } from "./change";
import { DeathReport } from "./DeathReport";
import { useOwner } from "./owner";
import { useCoverage, useLifeEvents, useOwnerName } from "./reads";

const isStep = (step: string): step is Step => (STEPS as readonly string[]).includes(step);

function Death() {
  const coverage = useCoverage();
  if (coverage.isError) {
    return <FailedRead onRetry={() => void coverage.refetch()} busy={coverage.isFetching} />;
  }
  if (coverage.data) return <DeathReport coverage={coverage.data} />;
  return (
    <Loading>
      <CardSkeleton lines={6} />
    </Loading>
  );
}

/** The short form, of whoever's coverage it is. */
export function Change() {
  const { t } = useLingui();
  const { path } = useOwner();
  const who = useOwnerName();
  const { step = "what" } = useParams();
  const events = useLifeEvents();
  const coverage = useCoverage();
  const failed = events.isError ? events : coverage;
  const ready = events.data && coverage.data;
  const open = coverage.data && hasOpenPolicy(coverage.data);
  if (step === "death") return <Death />;
  if (step !== "late" && step !== "sent" && !isStep(step)) return <Navigate replace to={path} />;
  return (
    <>
      {!(ready && (open || step === "sent")) && (
        <div className="page-head">
          <PageHeading title={t`Tell us about a change`}>
            <Trans>Tell us about a change</Trans>
          </PageHeading>
        </div>
      )}
      {(events.isPending || coverage.isPending) && !failed.isError && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {failed.isError && <FailedRead onRetry={() => void failed.refetch()} busy={failed.isFetching} />}
      {coverage.data && ready && step === "sent" && <Sent coverage={coverage.data} />}
      {ready && step !== "sent" && !open && (
        <Empty title={<Trans>No coverage</Trans>}>
          {who ? (
            <Trans>Once a plan covers {who}, report changes here.</Trans>
          ) : (
            <Trans>Once a plan covers you, report changes in your life here.</Trans>
          )}
        </Empty>
      )}
      {events.data && coverage.data && open && step !== "sent" && (
        <ChangeFlow step={step} events={events.data} coverage={coverage.data} />
      )}
    </>
  );
}

const ROLE = "member";

/** Where those who aren't members go with a death: to the person's record. */
function DeathElsewhere({ role }: { role: Role }) {
  const { t } = useLingui();
  const ways: Partial<Record<Role, { to: string; label: string; how: string }>> = {
    rep: {
      to: "/book-of-business",
      label: t`See your clients`,
      how: t`Open the client, choose Report a life event, then Tell us about a death.`,
    },
    group: {
      to: "/group-home/people",
      label: t`See your people`,
      how: t`Open the person, choose Report a life event, then Tell us about a death.`,
    },
    staff: {
      to: "/backoffice/coverage/policy/",
      label: t`Open the policies`,
      how: t`Open one of the member's policies in the back office, then choose Record a death.`,
    },
  };
  const way = ways[role];
  if (!way) return null;
  return (
    <>
      <div className="page-head">
        <PageHeading title={t`Tell us about a death`}>
          <Trans>Tell us about a death</Trans>
        </PageHeading>
      </div>
      <Empty
        title={<Trans>This page is for members</Trans>}
        action={
          role === "staff" ? (
            <ButtonAnchor size="sm" href={way.to}>
              {way.label}
            </ButtonAnchor>
          ) : (
            <ButtonLink size="sm" to={way.to}>
              {way.label}
            </ButtonLink>
          )
        }
      >
        {way.how}
      </Empty>
    </>
  );
}

/** Reports a life event: what happened, to whom and when, what it costs, and that it is made. */
export default function ChangePage() {
  const { userId, role } = useActor();
  const { step } = useParams();
  if (step === "death" && role !== "visitor" && role !== ROLE) {
    return (
      <main id="main" className="wrap page">
        <DeathElsewhere role={role} />
      </main>
    );
  }
  return (
    <RequireRole role={ROLE}>
      <main id="main" className="wrap page">
        {userId === null ? <NoRecord /> : <Change />}
      </main>
    </RequireRole>
  );
}
