import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, useParams } from "react-router";
import { LegalFooter } from "@/components/layout/LegalLinks";
import { TaskHeader } from "@/components/layout/TaskHeader";
import { Banner } from "@/components/ui/Banner";
import { type Step as RailStep, StepLine, StepRail } from "@/components/ui/Progress";
import { FailedRead } from "@/components/ui/State";
import { savesData } from "@/lib/ahead";
import { cx } from "@/lib/cx";
import { lastReceipt } from "@/lib/last-receipt";
import { loadPart, partWithTexts } from "@/lib/load-part";
import { useSearchParams } from "@/lib/router";
import { keepStep } from "@/lib/step-left";
import { useStored } from "@/lib/storage";
import { wizardApi } from "./api";
import "./texts";
import s from "./Enroll.module.css";
import { fromOf, resolveStep, returning, stepsOf } from "./engine/steps";
import { type Closure, findClosure, keys, receiptPath, StepProvider, whyAgain } from "./engine/wizard";
import { OrderAside, OrderBar } from "./parts/OrderSummary";
import { StepSkeleton } from "./parts/StepSkeleton";
import type { Tab, Wizard } from "./types";

const NoApplication = lazy(partWithTexts("steps", () => import("./parts/NoApplication")));
const PlainStep = lazy(loadPart(() => import("./steps/PlainStep")));

const BEFORE = "before-you-start";
const BeforePage = lazy(partWithTexts("before", () => import("./before/BeforePage")));

/** Parts of applications that go from a rep or group to a client. */
const HandOver = lazy(partWithTexts("handover", () => import("./hand-over/HandOver")));
const CheckStep = lazy(
  partWithTexts(
    "handover",
    partWithTexts("signing", () => import("./hand-over/CheckStep")),
  ),
);
const LockedStep = lazy(partWithTexts("handover", () => import("./hand-over/LockedStep")));
const Returned = lazy(partWithTexts("handover", () => import("./hand-over/Returned")));

const LOADS: Record<string, () => Promise<{ default: ComponentType }>> = {
  primary_info: partWithTexts("steps", () => import("./steps/PersonalStep")),
  contact_info: partWithTexts("steps", () => import("./steps/ContactStep")),
  employer_info: partWithTexts("steps", () => import("./steps/EmployerStep")),
  beneficiary_info: partWithTexts("steps", () => import("./steps/BeneficiaryStep")),
  primary_health_info: partWithTexts("steps", () => import("./steps/HealthStep")),
  dependent_info: loadPart(() => import("./steps/DependentStep")),
  agreement_info: partWithTexts("signing", () => import("./steps/AgreementStep")),
  billing_info: partWithTexts("billing", () => import("./steps/BillingStep")),
  review_info: partWithTexts("signing", () => import("./steps/ReviewStep")),
};
/** The components of steps that need more than their fields. Any other step is a plain form. */
const STEPS = Object.fromEntries(Object.entries(LOADS).map(([name, load]) => [name, lazy(load)]));

function useWizard(id: string | null) {
  return useQuery({
    queryKey: keys.wizard(id ?? ""),
    queryFn: ({ signal }) => wizardApi.wizard(id ?? "", signal),
    enabled: id !== null,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

function railOf(wizard: Wizard, current: Tab): RailStep[] {
  return stepsOf(wizard).map((tab) => ({
    key: tab.tab_name,
    title: tab.title,
    href:
      tab.status === "done" || (tab.tab_name === "review_info" && tab.status !== "locked")
        ? tab.href
        : undefined,
    state: tab.tab_name === current.tab_name ? "now" : tab.status === "done" ? "done" : "todo",
  }));
}

interface StepViewProps {
  id: string;
  wizard: Wizard;
  tab: Tab;
  /** In place of the step: the page where a client checks what was filled in. */
  check?: boolean;
}

function StepView({ id, wizard, tab, check = false }: StepViewProps) {
  const { t } = useLingui();
  const rail = railOf(wizard, tab);
  const number = rail.findIndex((step) => step.state === "now") + 1;
  const total = rail.length;
  const review = tab.tab_name === "review_info";
  const isClientStep = tab.theirs && !review;
  const Step = check ? CheckStep : isClientStep ? LockedStep : (STEPS[tab.tab_name] ?? PlainStep);
  const person = wizard.enrolling_for;
  // Grows when answers on the page are no longer those of the application.
  const [epoch, setEpoch] = useState(0);
  // While this step is filled in the code of the next one comes.
  const following = rail[number]?.key;
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => LOADS[following ?? ""]?.().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, [following]);
  // Whoever looks at the cart from here comes back to this step.
  const from = fromOf(useSearchParams()[0]);
  useEffect(() => {
    if (!check) keepStep(id, returning(tab.href, from));
  }, [id, tab.href, from, check]);
  return (
    <StepProvider id={id} wizard={wizard} tab={tab}>
      <main id="main" className={cx("wrap step", s.enroll, (check || review) && s.enrollWide)}>
        <StepRail steps={rail} label={t`Step ${number} of ${total}`} />
        <div className={s.main}>
          <StepLine steps={rail} />
          {(check || !review) && <OrderBar id={id} />}
          {wizard.hand_over && (
            <Suspense fallback={null}>
              <HandOver onChanged={() => setEpoch((count) => count + 1)} />
            </Suspense>
          )}
          {person && (
            <Banner tone="plain">
              <Trans>
                Enrolling for <b>{person}</b>
              </Trans>
            </Banner>
          )}
          <Suspense fallback={<StepSkeleton title={tab.title} />} key={tab.tab_name}>
            <Step key={`${tab.tab_name} ${epoch}`} />
          </Suspense>
        </div>
        <OrderAside id={id} />
      </main>
    </StepProvider>
  );
}

const NoApplicationPage = ({ id = "", closure = null }: { id?: string; closure?: Closure | null }) => (
  <Suspense fallback={null}>
    <NoApplication id={id} closure={closure} />
  </Suspense>
);

/** The placeholder of a step that isn't known yet. */
const Frame = ({ children }: { children: ReactNode }) => (
  <main id="main" className={cx("wrap step", s.enroll)}>
    <span className="only-d" />
    <div className={s.main}>{children}</div>
  </main>
);

/**
 * The application of this browser. One that another window is done with stays here: the server says what became of it,
 * and one that was submitted leads to its receipt.
 */
function useOpened(): string | null {
  const stored = useStored("tempId");
  const [last, setLast] = useState(stored);
  const client = useQueryClient();
  if (stored && stored !== last) setLast(stored);
  useEffect(() => {
    if (!stored && last) void client.resetQueries({ queryKey: keys.wizard(last) });
  }, [client, stored, last]);
  return stored ?? last;
}

function Body() {
  const { t } = useLingui();
  const { segment = "" } = useParams();
  const id = useOpened();
  const { data: wizard, error, refetch } = useWizard(id);
  if (segment === "returned") {
    return (
      <Suspense fallback={null}>
        <Returned />
      </Suspense>
    );
  }
  if (!id) {
    const submitted = lastReceipt();
    return submitted ? <Navigate to={receiptPath(submitted)} replace /> : <NoApplicationPage />;
  }
  if (!wizard) {
    const closure = findClosure(error);
    if (closure) return <NoApplicationPage id={id} closure={closure} />;
    return <Frame>{error ? <FailedRead onRetry={() => void refetch()} /> : <StepSkeleton />}</Frame>;
  }
  const target = resolveStep(wizard, segment);
  const next = stepsOf(wizard).find((step) => step.tab_name === wizard.resume.tab_name);
  if (segment === "check" && target.kind === "redirect" && next && wizard.hand_over?.side === "client") {
    return <StepView id={id} wizard={wizard} tab={next} check />;
  }
  if (segment === BEFORE && target.kind !== "submitted" && next) {
    return (
      <StepProvider id={id} wizard={wizard} tab={next}>
        <Suspense
          fallback={
            <Frame>
              <StepSkeleton />
            </Frame>
          }
        >
          <BeforePage />
        </Suspense>
      </StepProvider>
    );
  }
  if (target.kind === "submitted") return <Navigate to={receiptPath(id)} replace />;
  if (target.kind === "redirect") {
    const notice =
      target.reason === "unknown"
        ? t`That step is not part of your application. You are back where you left off.`
        : next?.status === "error"
          ? whyAgain(next)
          : t`Please complete this step first.`;
    return <Navigate to={target.href} replace state={segment ? { notice } : null} />;
  }
  return <StepView id={id} wizard={wizard} tab={target.tab} />;
}

/** One page for every step: the address says which. */
export function WizardPage() {
  return (
    <>
      <TaskHeader />
      <div className={s.body}>
        <Body />
      </div>
      <LegalFooter />
    </>
  );
}
