import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import type { PlanRef } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { RequireRole } from "@/components/layout/RequireRole";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import {
  type MemberInfo,
  useBenefitStore,
  useEnrollMember,
  useOwnBenefits,
  useOwnRecord,
} from "@/components/work/members";
import { NoRecord } from "@/components/work/NoRecord";
import { PlanStates } from "@/components/work/PlanStates";
import { useTierOptions } from "@/components/work/tiers";
import { useCartGuard } from "@/components/work/useCartGuard";
import { useActor, useEnd } from "@/lib/actor";
import { ApiError, messageOf } from "@/lib/api";
import { lastReceipt } from "@/lib/last-receipt";
import { PageHeading } from "@/lib/page";
import { useCartCount } from "@/lib/shop/context";
import s from "./MemberHome.module.css";

const TierDialog = lazy(() => import("@/components/work/TierDialog"));

/** Plans that were bought here and have not begun yet: the record has the others. */
function useBought(): PlanRef[] {
  const { t } = useLingui();
  const plans = useOwnBenefits().data?.plans ?? [];
  return plans
    .filter(({ status }) => status === "pending" || status === "accepted")
    .map(({ name, starts_on }, plan) => ({
      plan,
      plan_name: t`${name}, from ${starts_on}`,
      plan_status: "ACTIVE",
    }));
}

function TierForm({ member, onCounty }: { member: MemberInfo; onCounty: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const enroll = useEnrollMember();
  const options = useTierOptions();
  const [tier, setTier] = useState("IO");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [guard, question] = useCartGuard();
  const start = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await enroll({ userId: member.user_id, tier, groupId: member.group_info.group_id });
      await navigate("/plans");
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.errorCode === "countyRequired") return onCounty();
      const message = messageOf(error);
      setProblem(message || t`We could not start the enrollment. Check your connection and try again.`);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) guard(() => void start());
  };
  return (
    <form className={s.form} noValidate onSubmit={submit}>
      <SelectField
        label={t`Choose Tier`}
        hint={t`Who will be covered by the new plans?`}
        name="tier"
        value={tier}
        options={options}
        onChange={(event) => setTier(event.target.value)}
      />
      <Button type="submit" tone="primary" busy={busy} busyText={t`Starting`}>
        <Trans>Submit</Trans>
      </Button>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      {question}
    </form>
  );
}

function BenefitStore({ onOpen }: { onOpen: () => void }) {
  return (
    <Panel titleId="store" title={<Trans>Member Benefit Store</Trans>}>
      <div className={s.body}>
        <p>
          <Trans>Individual plans for members of the association, outside your group.</Trans>
        </p>
        <Button onClick={onOpen}>
          <Trans>Shop the store</Trans>
        </Button>
      </div>
    </Panel>
  );
}

function Home({ member }: { member: MemberInfo }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const enroll = useEnrollMember();
  const count = useCartCount();
  const benefitStore = useBenefitStore().data ?? null;
  const ownGroup = member.group_info.group_id;
  const store = benefitStore === ownGroup ? null : benefitStore;
  const [asking, setAsking] = useState<"store" | "county" | null>(null);
  const [guard, question] = useCartGuard();
  const bought = useBought();
  return (
    <>
      <div className="page-head">
        <div>
          <PageHeading title={t`Home`}>
            <Trans>Welcome, {member.name}</Trans>
          </PageHeading>
          <p className="lead">
            <Trans>Add plans to what you have. We know your answers already.</Trans>
          </p>
        </div>
        {count > 0 && (
          <ButtonLink to="/cart" icon="cart">
            <Trans>Continue with your cart</Trans>
          </ButtonLink>
        )}
      </div>
      <div className={s.columns}>
        <div className="stack-6">
          <Panel titleId="new-plans" title={<Trans>Enroll in new plans</Trans>}>
            <div className={s.body}>
              <TierForm member={member} onCounty={() => setAsking("county")} />
            </div>
          </Panel>
          {store !== null && <BenefitStore onOpen={() => guard(() => setAsking("store"))} />}
        </div>
        <Panel titleId="own-plans" title={<Trans>Your benefits</Trans>}>
          <div className={s.body}>
            <PlanStates plans={[...bought, ...member.plan_info]} />
            <ButtonLink size="sm" to="/coverage">
              <Trans>Documents, payment and receipts</Trans>
            </ButtonLink>
            {member.group_info.group_name && (
              <p className="small mute">
                <Trans>Group: {member.group_info.group_name}</Trans>
              </p>
            )}
          </div>
        </Panel>
      </div>
      {question}
      {asking && (
        <Suspense fallback={null}>
          <TierDialog
            onClose={() => setAsking(null)}
            onChoose={async (tier, county) => {
              const other = asking === "store" && store !== null ? { store } : {};
              await enroll({ userId: member.user_id, tier, county, groupId: ownGroup, ...other });
              await navigate("/plans");
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function MemberHome() {
  const { userId } = useActor();
  const member = useOwnRecord();
  const store = useBenefitStore();
  const benefits = useOwnBenefits();
  const pending = member.isPending || store.isPending || benefits.isPending;
  return (
    <main id="main" className="wrap page">
      {userId === null && <NoRecord />}
      {userId !== null && !member.isError && pending && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {member.isError && <FailedRead onRetry={() => void member.refetch()} busy={member.isFetching} />}
      {member.data && !pending && <Home member={member.data} />}
    </main>
  );
}

const ROLE = "member";

/**
 * Where a member starts: who else is covered is the only question. Every applicant's receipt leads here; a visitor who
 * has just enrolled has no account to sign in to, and goes on to the store's home.
 */
export default function MemberHomePage() {
  const { role } = useActor();
  const end = useEnd();
  if (role === "visitor" && !end && lastReceipt()) return <Navigate to="/" replace />;
  return (
    <RequireRole role={ROLE}>
      <MemberHome />
    </RequireRole>
  );
}
