import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { FailedRead } from "@/components/ui/State";
import { announce } from "@/lib/announce";
import { cx } from "@/lib/cx";
import { loadPart, partWithTexts } from "@/lib/load-part";
import { PageHeading } from "@/lib/page";
import { Link } from "@/lib/router";
import s from "../Enroll.module.css";
import type { AutosaveState } from "../engine/autosave";
import { returning } from "../engine/steps";
import type { StepForm } from "../engine/useStepForm";
import { draftOf, unkeptOf } from "../engine/values";
import { isReadOnlyViewer, keys, useStep } from "../engine/wizard";
import type { Answers, FieldDef } from "../types";

const StepPicture = lazy(loadPart(() => import("./StepPicture")));
/** Questions that most visits never see. */
const SaveLater = lazy(partWithTexts("dialogs", () => import("./SaveLater")));
const ConflictDialog = lazy(partWithTexts("steps", () => import("./ConflictDialog")));
const PriceDialog = lazy(partWithTexts("dialogs", () => import("./PriceDialog")));

/** "Contact Information – Step 2 of 7": what the tab of the browser says after the brand is added. */
export function useStepTitle(title: string): string {
  const { t } = useLingui();
  const { number, total } = useStep().position;
  return t`${title} – Step ${number} of ${total}`;
}

function time(iso: string): string {
  return new Intl.DateTimeFormat(`${document.documentElement.lang}-US`, {
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(iso));
}

/**
 * Where the silent draft stands. Screen readers hear of it through the page's one live region. The line keeps its place
 * when it has nothing to say: text that came and went would move Next from under a press.
 */
export function DraftLine({ state, unkept }: { state: AutosaveState; unkept: string }) {
  const at = state.savedAt ? time(state.savedAt) : "";
  if (state.status === "offline" || state.status === "denied") {
    return (
      <p className={s.saved} data-tone="bad">
        <Icon name="alert" />
        {state.status === "offline" ? (
          <Trans>Not saved yet. We'll keep trying, and your answers stay on this page.</Trans>
        ) : (
          <span>
            <Trans>Your session has ended. What you typed stays on this page.</Trans>{" "}
            <Link to="/continue-enrollment">
              <Trans>Continue a saved enrollment</Trans>
            </Link>
          </span>
        )}
      </p>
    );
  }
  return (
    <p className={s.saved}>
      {state.savedAt && (
        <>
          <Icon name="check" />
          <span>
            <Trans>Draft saved {at}</Trans>
          </span>
        </>
      )}
      {unkept && (
        <span>
          <Trans>Not saved yet: {unkept}.</Trans>
        </span>
      )}
    </p>
  );
}

/** News a redirect brings along, such as "finish this step first"; else what the server finds wrong by now. */
function Notice({ fields }: { fields: FieldDef[] }) {
  const { state } = useLocation() as { state: { notice?: string } | null };
  if (state?.notice) return <Banner live="status">{state.notice}</Banner>;
  if (!fields.some((field) => field.error)) return null;
  return (
    <Banner tone="warn" live="status">
      <Trans>Something changed since you completed this step. Please check the marked answers.</Trans>
    </Banner>
  );
}

interface StepFrameProps {
  title: string;
  lead?: ReactNode;
  step: StepForm;
  children: ReactNode;
  /** Next is offered only while this is true; the reason stands in the step's own status line. */
  canGoOn?: boolean;
  /** Why Next can't be pressed just now; the step's status line says it, too. */
  blocked?: string | undefined;
  /** What Next is called where it does something else. */
  nextText?: ReactNode;
  /** Where the last press stands with what it leads to; else it is the end of the row of buttons. */
  press?: (next: ReactNode) => ReactNode;
  /** The address Save & Continue Later suggests. */
  email?: string;
  onBack?: () => void;
  /** What Save & Continue Later checks or stores first; false keeps the dialog shut. */
  beforeLater?: () => Promise<boolean>;
  /** Dialogs: outside the form, because they may be forms themselves. */
  overlays?: ReactNode;
  nextTitle?: string;
}

/** Heading, error summary, the step's own part, and Back, Save & Continue Later, Next in that order. */
export function StepFrame(props: StepFrameProps) {
  const {
    title,
    lead,
    step,
    children,
    canGoOn = true,
    blocked,
    nextText,
    press,
    email = "",
    onBack,
    beforeLater,
    overlays,
    nextTitle,
  } = props;
  const { position, wizard, tab, from } = useStep();
  const [later, setLater] = useState(false);
  const pageTitle = useStepTitle(title);
  const { draft, form } = step;
  const previous = position.previous ? returning(position.previous.href, from) : "/cart";

  const openLater = async () => {
    if (!beforeLater || (await beforeLater())) setLater(true);
  };
  const all = () => step.fields.map((field) => field.field_name);
  const resolve = (accepted: Answers, keptNames: string[]) => {
    for (const [name, answer] of Object.entries(accepted)) form.set(name, answer);
    draft.resolve(keptNames);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked) announce(blocked);
    else if (canGoOn) step.submit();
  };
  const next = canGoOn && (
    <Button
      type="submit"
      tone="primary"
      size={press ? "lg" : undefined}
      className={s.next}
      title={blocked ?? nextTitle}
      blocked={blocked !== undefined}
      busy={step.busy}
      busyText={<Trans>Saving</Trans>}
    >
      {nextText ?? <Trans>Next</Trans>}
      {press && (
        <small className={s.nextDoes}>
          <Trans>Submit application</Trans>
        </small>
      )}
    </Button>
  );
  return (
    <>
      <form className={s.form} onSubmit={submit} noValidate aria-busy={step.busy || undefined}>
        <div className={s.head}>
          <PageHeading title={pageTitle} error={step.summary.length > 0}>
            {title}
          </PageHeading>
          {lead && <p>{lead}</p>}
          <div className={s.scene}>
            <Suspense fallback={null}>
              <StepPicture step={tab.tab_name} />
            </Suspense>
          </div>
        </div>
        <Notice fields={step.fields} />
        {step.back && (
          <Banner tone="ok" live="status">
            <Trans>You're back online. You can continue; nothing you entered was lost.</Trans>
          </Banner>
        )}
        <ErrorSummary items={step.summary} attempt={step.attempt} />
        {children}
        <DraftLine state={draft.state} unkept={unkeptOf(step.fields, step.answers)} />
        {press?.(next)}
        <div className={cx(s.actions, press && s.rest)}>
          <Button onClick={() => (onBack ? onBack() : void step.leave(previous))}>
            <Trans>Back</Trans>
          </Button>
          {!isReadOnlyViewer(wizard) && (
            <Button tone="quiet" className={s.later} onClick={() => void openLater()}>
              <Trans>Save & Continue Later</Trans>
            </Button>
          )}
          <span className={s.sp} />
          {!press && next}
        </div>
      </form>
      {overlays}
      <Suspense fallback={null}>
        {later && (
          <SaveLater
            email={email}
            before={() => draft.flush()}
            data={() => draftOf(step.fields, form.read(), all())}
            onClose={() => setLater(false)}
          />
        )}
        {draft.state.conflict && (
          <ConflictDialog
            fields={step.fields}
            mine={form.read()}
            theirs={draft.state.conflict}
            typed={(name) => form.changed(name) || draft.state.dirty.includes(name)}
            onResolve={resolve}
          />
        )}
        {step.priceChange && <PriceDialog change={step.priceChange} onAnswer={step.answerPrice} />}
      </Suspense>
    </>
  );
}

/** A step whose questions could not be read. */
export function StepFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  const pageTitle = useStepTitle(title);
  return (
    <div className={s.form}>
      <div className={s.head}>
        <PageHeading title={pageTitle}>{title}</PageHeading>
      </div>
      <FailedRead onRetry={onRetry} />
    </div>
  );
}

export function useReload(): () => void {
  const client = useQueryClient();
  const { enrollmentId } = useStep();
  return () => void client.invalidateQueries({ queryKey: keys.wizard(enrollmentId) });
}
