import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { Dialog } from "@/components/ui/Dialog";
import { Drawer } from "@/components/ui/Drawer";
import { money } from "@/lib/format";
import { setCartCount } from "@/lib/shop/context";
import { type ReviewCard, type ReviewRow, type ReviewSummary, wizardApi } from "../api";
import { stepsOf } from "../engine/steps";
import { useStepForm } from "../engine/useStepForm";
import { keys, useStep } from "../engine/wizard";
import { OrderStatement, useCart } from "../parts/OrderSummary";
import { StepBones } from "../parts/StepBones";
import { StepFailed, StepFrame } from "../parts/StepFrame";
import s from "./Review.module.css";

/** A long mail address may break after its @. */
function breakable(value: string) {
  const at = value.indexOf("@") + 1;
  if (at === 0) return value;
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}

const SaveLater = lazy(() => import("../parts/SaveLater"));

function Rows({ rows }: { rows: ReviewRow[] }) {
  return (
    <dl className={s.rows}>
      {rows.map((row, index) => (
        <Fragment key={`${row.label}-${index}`}>
          <dt>{row.label}</dt>
          <dd>{row.value ? breakable(row.value) : <Trans>Not provided</Trans>}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Summary({ card, onView, href }: { card: ReviewCard; onView: () => void; href: string }) {
  const { t } = useLingui();
  const { title } = card;
  const done = card.status === "done";
  return (
    <Card className={s.card} aria-label={title}>
      <h2>
        {title}
        {done ? (
          <Badge tone="ok" icon="check">
            <span className="sr">{t`Complete`}</span>
          </Badge>
        ) : (
          <Badge tone="warn">{t`To do`}</Badge>
        )}
      </h2>
      <Rows rows={card.rows} />
      <div className={s.foot}>
        <Button tone="quiet" aria-label={t`View Details, ${title}`} onClick={onView}>
          <Trans>View Details</Trans>
        </Button>
        <ButtonLink tone="quiet" to={href} aria-label={t`Edit Details, ${title}`}>
          <Trans>Edit Details</Trans>
        </ButtonLink>
      </div>
    </Card>
  );
}

const AGREEMENT = "agreement_info";
const editHref = (card: ReviewCard) => `${card.href}?return=review`;

function Details({ card, onClose }: { card: ReviewCard; onClose: () => void }) {
  const { t } = useLingui();
  const blocks = card.details.length ? card.details : [{ title: "", rows: card.rows }];
  return (
    <Drawer
      title={card.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <ButtonLink to={editHref(card)}>
            <Trans>Edit Details</Trans>
          </ButtonLink>
        </>
      }
    >
      {blocks.map((block, index) => (
        <section key={index} className={s.detail} aria-label={block.title || t`Details`}>
          {block.title && <h3>{block.title}</h3>}
          <Rows rows={block.rows} />
        </section>
      ))}
    </Drawer>
  );
}

function Review({ review }: { review: ReviewSummary }) {
  const { t } = useLingui();
  const { enrollmentId, wizard, tab } = useStep();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: cart } = useCart(enrollmentId);
  const [viewed, setViewed] = useState<ReviewCard | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [later, setLater] = useState(false);
  const { notice } = review;

  const step = useStepForm({
    answer: { result: [], version: review.version ?? wizard.version },
    save: async (_payload, extra) => {
      const asksDependents = stepsOf(wizard).some((one) => one.tab_name === "dependent_info");
      if (!asksDependents) await wizardApi.noDependents(enrollmentId);
      const saved = await wizardApi.save(enrollmentId, tab.tab_name, {
        ...extra,
        additional_notes: notice?.additional_notes ?? "",
        first_enroll: 1,
      });
      setCartCount(0);
      return saved;
    },
    onFail: (error) => {
      if (error.offline) return false;
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
  const open = review.result.find((card) => card.status !== "done");
  const first = notice?.first_payment ?? cart?.initial_month_cost;
  const amount = first ? money(first) : "";
  const date = notice?.effective_date ?? cart?.effective_date ?? "";
  return (
    <StepFrame
      title={tab.title}
      lead={<Trans>Check each part. Editing one brings you straight back here.</Trans>}
      step={step}
      canGoOn={!open}
      overlays={
        <>
          {viewed && <Details card={viewed} onClose={() => setViewed(null)} />}
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
      <div className={s.review}>
        {review.result.map((card) => (
          <Summary key={card.tab_name} card={card} href={editHref(card)} onView={() => setViewed(card)} />
        ))}
      </div>
      <div className="only-m">{cart && <OrderStatement cart={cart} headingId="order-summary-review" />}</div>
      {open ? (
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
          <Trans>
            Your first payment of {amount} is drawn within 5 days. A receipt is emailed within 10 minutes.
            Nothing is sent before you press Next.
          </Trans>
        </Banner>
      )}
    </StepFrame>
  );
}

/** Review & Confirmation: everything once more, then one Next. */
export default function ReviewStep() {
  const { enrollmentId, tab } = useStep();
  const { data, error, refetch } = useQuery({
    queryKey: ["wizard-review", enrollmentId],
    queryFn: ({ signal }) => wizardApi.review(enrollmentId, signal),
    gcTime: 0,
    staleTime: 0,
  });
  if (data) return <Review review={data} />;
  if (error) return <StepFailed title={tab.title} onRetry={() => void refetch()} />;
  return <StepBones title={tab.title} />;
}
