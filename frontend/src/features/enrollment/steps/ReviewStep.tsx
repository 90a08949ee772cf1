import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { patientTexts } from "@/lib/patient";
import { setCartCount } from "@/lib/shop/context";
import { useSitePictures } from "@/lib/site-pictures";
import { type ReviewSummary, wizardApi } from "../api";
import { stepsOf } from "../engine/steps";
import { useStepForm } from "../engine/useStepForm";
import { keys, useStep } from "../engine/wizard";
import { OrderStatement, useCart } from "../parts/OrderSummary";
import { editHref, ReviewCards } from "../parts/ReviewCards";
import { StepBones } from "../parts/StepBones";
import { StepFields } from "../parts/StepFields";
import { StepFailed, StepFrame } from "../parts/StepFrame";

const SaveLater = lazy(patientTexts("dialogs", () => import("../parts/SaveLater")));

const SecondApplication = lazy(patientTexts("dialogs", () => import("../parts/SecondApplication")));

const AGREEMENT = "agreement_info";

function Review({ review }: { review: ReviewSummary }) {
  const { t } = useLingui();
  const { enrollmentId, wizard, tab } = useStep();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: cart } = useCart(enrollmentId);
  const [failed, setFailed] = useState<string | null>(null);
  const [later, setLater] = useState(false);
  // Whether what may be a second application is meant; "asked" after Next met the question.
  const [second, setSecond] = useState<"" | "asked" | "meant">("");
  const { notice } = review;
  const question = second === "meant" ? "" : (notice?.duplicate ?? "");

  const step = useStepForm({
    answer: { result: review.fields, version: review.version ?? wizard.version },
    save: async (payload, extra) => {
      const asksDependents = stepsOf(wizard).some((one) => one.tab_name === "dependent_info");
      if (!asksDependents) await wizardApi.noDependents(enrollmentId);
      const saved = await wizardApi.save(enrollmentId, tab.tab_name, {
        ...extra,
        additional_notes: payload.additional_notes ?? "",
        first_enroll: 1,
        accept_duplicate: second === "meant" ? 1 : 0,
      });
      setCartCount(0);
      return saved;
    },
    onFail: (error) => {
      if (error.offline) return false;
      if (error.errorCode === "changesWaiting") {
        void client.invalidateQueries({ queryKey: keys.handOver(enrollmentId) });
        return false;
      }
      if (error.errorCode === "duplicateEnrollment") {
        setSecond("asked");
        void client.invalidateQueries({ queryKey: keys.review(enrollmentId) });
        return true;
      }
      // New prices were taken: what was signed before them does not hold any more.
      const unsigned = error.fieldErrors[AGREEMENT];
      const agreement = review.result.find((card) => card.tab_name === AGREEMENT);
      if (unsigned && agreement) {
        void client.invalidateQueries({ queryKey: keys.cart(enrollmentId) });
        void navigate(editHref(agreement), { state: { notice: unsigned } });
        return true;
      }
      setFailed(Object.values(error.fieldErrors)[0] ?? error.message);
      return true;
    },
  });
  const theirs = wizard.result.flatMap((one) => (one.theirs ? [one.tab_name] : []));
  const open = review.result.find((card) => card.status !== "done");
  const date = notice?.effective_date ?? cart?.effective_date ?? "";
  return (
    <StepFrame
      title={tab.title}
      lead={<Trans>Check each part. Editing one brings you straight back here.</Trans>}
      step={step}
      canGoOn={!open && !tab.theirs}
      blocked={question ? t`Is this a second application?` : undefined}
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
      <ReviewCards cards={review.result} theirs={theirs} />
      <StepFields step={step} />
      <div className="only-m">{cart && <OrderStatement cart={cart} headingId="order-summary-review" />}</div>
      <Suspense fallback={null}>
        {question && (
          <SecondApplication
            question={question}
            focus={second === "asked"}
            onMeant={() => setSecond("meant")}
          />
        )}
      </Suspense>
      {tab.theirs ? null : open ? (
        <Banner
          tone="warn"
          live="status"
          action={
            <Button size="sm" onClick={() => void navigate(editHref(open))}>
              <Trans>Complete it</Trans>
            </Button>
          }
        >
          <Trans>{open.title} is not complete. Finish it to continue.</Trans>
        </Banner>
      ) : (
        <Banner tone="plain" icon="clock" title={t`Effective ${date}`}>
          {notice?.text}
        </Banner>
      )}
    </StepFrame>
  );
}

/** Review & Confirmation: everything once more, then one Next. */
export default function ReviewStep() {
  const { enrollmentId, tab } = useStep();
  const { data, error, refetch } = useQuery({
    queryKey: keys.review(enrollmentId),
    queryFn: ({ signal }) => wizardApi.review(enrollmentId, signal),
    gcTime: 0,
    staleTime: 0,
  });
  // The cards come with their pictures: one that came later would push its title aside.
  const { isPending } = useSitePictures();
  if (data && !isPending) return <Review review={data} />;
  if (error) return <StepFailed title={tab.title} onRetry={() => void refetch()} />;
  return <StepBones title={tab.title} />;
}
