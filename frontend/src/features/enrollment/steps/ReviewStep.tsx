import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { Review as ReviewAnswer } from "@/client";
import { TextArea } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { announce } from "@/lib/announce";
import { partWithTexts } from "@/lib/load-part";
import { useSitePictures } from "@/lib/site-pictures";
import { setItem } from "@/lib/storage";
import { wizardApi } from "../api";
import { stepsOf, tabOf } from "../engine/steps";
import { type StepForm, useStepForm } from "../engine/useStepForm";
import { findClosure, keys, useStep, useStepQuery } from "../engine/wizard";
import { OrderStatement, useCart } from "../parts/OrderSummary";
import { editHref, ReviewCards } from "../parts/ReviewCards";
import { StepFailed, StepFrame } from "../parts/StepFrame";
import { StepSkeleton } from "../parts/StepSkeleton";
import { pictureLater } from "../picture/later";
import { AgreementCard, SIGN_PLACE } from "../signing/AgreementCard";
import { goToPlace, LastPress, Peek, type Stop } from "../signing/LastPress";
import type { FieldDef } from "../types";

const SaveLater = lazy(partWithTexts("dialogs", () => import("../parts/SaveLater")));

const SecondApplication = lazy(partWithTexts("dialogs", () => import("../parts/SecondApplication")));

const AGREEMENT = "agreement_info";
const NOTES = "additional_notes";
const SECOND_PLACE = "second-application";

/** The steps to finish before the application can be sent. */
function useStop({ result, signature }: ReviewAnswer, question: string): Stop | null {
  const { t } = useLingui();
  const navigate = useNavigate();
  const open = result.find((card) => card.status !== "done");
  if (!open && !question) return null;
  if (!open) {
    return {
      title: t`Is this a second application?`,
      link: t`Answer above`,
      onGo: () => goToPlace(SECOND_PLACE),
    };
  }
  if (open.tab_name === AGREEMENT) {
    const link = signature.state === "again" ? signature.reason : t`The agreement is not signed`;
    return { title: t`Sign first.`, link, onGo: () => goToPlace(SIGN_PLACE) };
  }
  const { title } = open;
  return {
    title: t`${title} is not complete. Finish it to continue.`,
    link: t`Complete it`,
    onGo: () => void navigate(editHref(open)),
  };
}

/** The step's only field. It is drawn here, because the widgets of the other steps weigh more than this whole page. */
function Notes({ step }: { step: StepForm }) {
  const field = step.visible.find(({ field_name }) => field_name === NOTES);
  if (!field) return null;
  return (
    <TextArea
      id={NOTES}
      name={NOTES}
      label={field.label}
      error={step.form.errors[NOTES]}
      optional={!field.required}
      maxLength={field.max_length ?? undefined}
      rows={4}
      value={step.form.answers[NOTES] ?? ""}
      onChange={(event) => {
        step.form.set(NOTES, event.target.value);
        step.edited(NOTES);
      }}
      onBlur={() => void step.draft.flush()}
    />
  );
}

function Review({ review }: { review: ReviewAnswer }) {
  const { enrollmentId, wizard, tab } = useStep();
  const client = useQueryClient();
  const { data: cart } = useCart(enrollmentId);
  const [failed, setFailed] = useState<string | null>(null);
  const [later, setLater] = useState(false);
  // Whether what may be a second application is meant; "asked" after Next met the question.
  const [second, setSecond] = useState<"" | "asked" | "meant">("");
  const { notice } = review;
  const question = second === "meant" ? "" : (notice?.duplicate ?? "");

  /** The cards and the step list as they are now; the page stays. */
  const refresh = async () => {
    void client.invalidateQueries({ queryKey: keys.cart(enrollmentId) });
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.review(enrollmentId) }),
      client.invalidateQueries({ queryKey: keys.wizard(enrollmentId) }),
    ]);
  };
  const step = useStepForm({
    answer: { result: review.fields as FieldDef[], version: review.version },
    save: async (payload, extra) => {
      const asksDependents = stepsOf(wizard).some((tab) => tab.tab_name === "dependent_info");
      if (!asksDependents) await wizardApi.noDependents(enrollmentId);
      const saved = await wizardApi.save(enrollmentId, tab, {
        ...extra,
        additional_notes: payload.additional_notes ?? "",
        first_enroll: 1,
        accept_duplicate: second === "meant" ? 1 : 0,
      });
      setItem("cartCount", 0);
      return saved;
    },
    onFail: (error) => {
      if (error.offline) return false;
      if (findClosure(error)) {
        // The page above says that the visit has ended, and how to come back.
        void client.resetQueries({ queryKey: keys.wizard(enrollmentId) });
        return true;
      }
      if (error.errorCode === "changesWaiting") {
        void client.invalidateQueries({ queryKey: keys.handOver(enrollmentId) });
        return false;
      }
      if (error.errorCode === "duplicateEnrollment") {
        setSecond("asked");
        void client.invalidateQueries({ queryKey: keys.review(enrollmentId) });
        return true;
      }
      // New prices were taken, or a text changed: what was signed before does not hold any more.
      const unsigned = error.fieldErrors[AGREEMENT];
      if (unsigned) {
        announce(unsigned);
        void refresh().then(() => goToPlace(SIGN_PLACE));
        return true;
      }
      setFailed(Object.values(error.fieldErrors)[0] ?? error.message);
      return true;
    },
  });
  const clientSteps = wizard.result.flatMap((tab) => (tab.theirs ? [tab.tab_name] : []));
  const signed = async () => {
    pictureLater(enrollmentId, tabOf(wizard, AGREEMENT));
    await refresh();
  };
  const agreement = review.result.find((card) => card.tab_name === AGREEMENT);
  const cards = review.result.filter((card) => card.tab_name !== AGREEMENT);
  const stop = useStop(review, question);
  const figures = notice?.figures ?? [];
  return (
    <StepFrame
      title={tab.title}
      lead={<Trans>Check each part. Editing one brings you straight back here.</Trans>}
      step={step}
      canGoOn={!tab.theirs}
      blocked={stop?.title}
      press={
        tab.theirs
          ? undefined
          : (next) => <LastPress figures={figures} text={notice?.text ?? ""} stop={stop} next={next} />
      }
      overlays={
        <>
          {failed !== null && !later && (
            <Dialog
              title={<Trans>Something went wrong. Please save your enrollment.</Trans>}
              onClose={() => setFailed(null)}
              footer={
                <>
                  <Button onClick={() => setFailed(null)}>
                    <Trans>Back</Trans>
                  </Button>
                  <Button tone="primary" onClick={() => setLater(true)} data-autofocus>
                    <Trans>Save and Continue Later</Trans>
                  </Button>
                </>
              }
            >
              {failed && <p>{failed}</p>}
            </Dialog>
          )}
          <Suspense fallback={null}>
            {later && (
              <SaveLater
                email=""
                before={async () => undefined}
                data={() => ({})}
                onClose={() => {
                  setLater(false);
                  setFailed(null);
                }}
              />
            )}
          </Suspense>
        </>
      }
    >
      {!tab.theirs && <Peek figure={figures[0]} then={notice?.then ?? ""} stop={stop} />}
      <ReviewCards cards={cards} theirs={clientSteps} marks={review.signature.state === "again"} />
      {agreement && (
        <AgreementCard
          card={agreement}
          signature={review.signature}
          version={review.version ?? wizard.version}
          theirs={clientSteps.includes(AGREEMENT)}
          onSigned={signed}
          onStale={() => void refresh()}
        />
      )}
      <Notes step={step} />
      <div className="only-m">{cart && <OrderStatement cart={cart} headingId="order-summary-review" />}</div>
      <Suspense fallback={null}>
        {question && (
          <SecondApplication
            id={SECOND_PLACE}
            question={question}
            focus={second === "asked"}
            onMeant={() => setSecond("meant")}
          />
        )}
      </Suspense>
    </StepFrame>
  );
}

/** Review & Confirmation: everything once more, then one Next. */
export default function ReviewStep() {
  const { enrollmentId, tab } = useStep();
  // What a save brought along isn't asked for again at once.
  const { data, error, refetch } = useStepQuery(
    keys.review(enrollmentId),
    (signal) => wizardApi.review(enrollmentId, signal),
    { staleTime: 5000 },
  );
  // The cards come with their pictures: one that came later would push its title aside.
  const { isPending } = useSitePictures();
  if (data && !isPending) return <Review review={data} />;
  if (error) return <StepFailed title={tab.title} onRetry={() => void refetch()} />;
  return <StepSkeleton title={tab.title} />;
}
