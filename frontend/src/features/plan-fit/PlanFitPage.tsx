import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { PlanFit } from "@/client";
import { EditSearch } from "@/components/shop/EditSearch";
import { type EditRequest, nextEdit } from "@/components/shop/fixes";
import { QuoteContext } from "@/components/shop/QuoteContext";
import { useCartActions } from "@/components/shop/useCartActions";
import { type PriceFixes, usePriceFixes } from "@/components/shop/usePriceFixes";
import { Breadcrumb, useTrail } from "@/components/ui/Breadcrumb";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Legend, Mark } from "@/components/ui/Legend";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { announce } from "@/lib/announce";
import { cents, money } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import { Link } from "@/lib/router";
import { useClientName, useWorks } from "@/lib/shop/client";
import { useFilterInfo, useQuoteId } from "@/lib/shop/filter";
import s from "./Fit.module.css";
import { FitCard } from "./FitCard";
import { Questions } from "./Questions";
import { type Answers, useAnswers, useFit } from "./useFit";

const QUIET_MS = 400;
/** Of the presets that the list can order by, the dearest first. */
const LISTED = ["braces", "crown", "glasses"] as const;

/** "checkups and braces": the kinds of care that were counted. */
function useCareWords(fit: PlanFit): string {
  const { i18n } = useLingui();
  const labels = fit.care.map((kind) => fit.choices.find(({ value }) => value === kind)?.label ?? "");
  const within = labels.map((label) => label.charAt(0).toLocaleLowerCase(i18n.locale) + label.slice(1));
  return new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(within);
}

/** The answer in one sentence; read out once nothing has changed for a moment. */
function Sentence({ fit, budget }: { fit: PlanFit; budget: string | undefined }) {
  const { t } = useLingui();
  const care = useCareWords(fit);
  const [first] = fit.result;
  const plan = first?.plan_name ?? "";
  const total = money(first?.total ?? "0");
  const over = fit.over ? money(fit.over) : "";
  const most = money(budget ?? "0");
  const words = !first
    ? t`No plan has a price yet.`
    : over
      ? t`No plan costs ${most} a month or less. The closest is ${plan}, at ${over} more.`
      : fit.cheapest
        ? t`With ${care}, ${plan} costs least: ${total} over the year.`
        : t`With ${care}, ${plan} comes first: ${total} over the year.`;
  useEffect(() => {
    const wait = setTimeout(() => announce(words), QUIET_MS);
    return () => clearTimeout(wait);
  }, [words]);
  if (!first) return words;
  if (over) {
    return (
      <Trans>
        No plan costs {most} a month or less. The closest is <b>{plan}</b>, at <b>{over}</b> more.
      </Trans>
    );
  }
  return fit.cheapest ? (
    <Trans>
      With {care}, <b>{plan}</b> costs least: <b>{total}</b> over the year.
    </Trans>
  ) : (
    <Trans>
      With {care}, <b>{plan}</b> comes first: <b>{total}</b> over the year.
    </Trans>
  );
}

/** The list in the order of the same year; within the budget unless nothing is. */
function listPath(fit: PlanFit, budget: string | undefined): string {
  const year = LISTED.find((kind) => fit.care.includes(kind));
  const query = new URLSearchParams({ type: fit.category, sort: "year", open: "all" });
  if (year) query.set("year", year);
  if (budget && fit.counts.within) query.set("price", budget);
  return `/plans?${query}`;
}

/** How these plans were chosen, and the way to the others. */
function Rest({ fit, budget }: { fit: PlanFit; budget: string | undefined }) {
  const { t } = useLingui();
  const { all, within, smaller, covering, unpriced } = fit.counts;
  const most = money(budget ?? "0");
  const care = useCareWords(fit);
  return (
    <div className={s.rest}>
      <div>
        <b>
          <Trans>Why these, and where are the others?</Trans>
        </b>{" "}
        {budget
          ? t`${plural(within, { one: `# plan costs at most ${most} a month.`, other: `# plans cost at most ${most} a month.` })}`
          : t`${plural(within, { one: "# plan is priced for you.", other: "# plans are priced for you." })}`}{" "}
        {smaller > 0 &&
          t`${plural(smaller, { one: "# of them does so in a smaller option.", other: "# of them do so in a smaller option." })}`}{" "}
        {within > 0 &&
          t`${plural(covering, { one: `# of them covers ${care}.`, other: `# of them cover ${care}.` })}`}{" "}
        {unpriced > 0 &&
          t`${plural(unpriced, { one: "# plan has no price for you yet; see why in the list.", other: "# plans have no price for you yet; see why in the list." })}`}
      </div>
      <ButtonLink to={listPath(fit, undefined)} icon="arrow">
        {t`${plural(all, { one: "See # plan by yearly cost", other: "See all # plans by yearly cost" })}`}
      </ButtonLink>
    </div>
  );
}

function Unknown({ fit }: { fit: PlanFit }) {
  const fees = fit.fees.map(({ label, fee }) => `${label} ${money(fee)}`).join(", ");
  const vision = fit.category === "vision";
  const counted = fit.result.some(({ membership }) => cents(membership) > 0);
  return (
    <section className={s.unknown} aria-labelledby="unknown">
      <h2 id="unknown">
        <Trans>What we don't know</Trans>
      </h2>
      <dl>
        <div>
          <dt>{vision ? <Trans>Your eye doctor's fees.</Trans> : <Trans>Your dentist's fees.</Trans>}</dt>
          <dd>
            <Trans>We use typical fees: {fees}.</Trans> {fit.fees_note}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Who's accepting patients.</Trans>
          </dt>
          <dd>
            <Trans>
              A network directory shows who participates, not who is accepting new patients.{" "}
              <Link to="/provider-list">Search providers</Link> and call.
            </Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>What else could happen.</Trans>
          </dt>
          <dd>
            <Trans>
              This year includes nothing unexpected. You can try other scenarios on each plan's page.
            </Trans>
          </dd>
        </div>
        {fit.membership_note && (
          <div>
            <dt>
              <Trans>The membership.</Trans>
            </dt>
            <dd>
              {fit.membership_note} {counted && <Trans>All amounts here include it.</Trans>}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Beside({ fit }: { fit: PlanFit }) {
  if (!fit.beside.length) return null;
  return (
    <p className={s.beside}>
      <Trans>
        Vision plans cover new glasses and are sold separately.{" "}
        <Link to="/plan-fit?care=glasses">See which one fits</Link>
      </Trans>
    </p>
  );
}

function Answer({ fit, budget, fixes }: { fit: PlanFit; budget: string | undefined; fixes: PriceFixes }) {
  const { t } = useLingui();
  const { addToCart, busyPlan, refusal, cartDialogs } = useCartActions((plan, notice) => {
    const name = plan.plan_name;
    toast(notice || t`${name} is in your cart`);
  });
  const scale = useMemo(
    () => Math.max(...[fit.without, ...fit.result.map(({ total }) => total)].map(cents)),
    [fit],
  );
  return (
    <section className={s.answer} aria-labelledby="answer">
      <div className={s.head}>
        <h2 id="answer" tabIndex={-1}>
          <Sentence fit={fit} budget={budget} />
        </h2>
        <Legend>
          <Mark>
            <Trans>Price and fees, 12 months</Trans>
          </Mark>
          <Mark kind="care">
            <Trans>Care you pay for yourself</Trans>
          </Mark>
        </Legend>
      </div>
      <ol className={s.cards}>
        {fit.result.map((plan, index) => (
          <FitCard
            key={plan.plan_id}
            plan={plan}
            first={index === 0}
            vision={fit.category === "vision"}
            without={fit.without}
            scale={scale}
            busy={busyPlan === plan.plan_id}
            refusal={refusal?.planId === plan.plan_id ? refusal.error : null}
            onAdd={(buyable) => void addToCart(buyable)}
            onFix={fixes.fixPrice}
          />
        ))}
      </ol>
      <Beside fit={fit} />
      <Rest fit={fit} budget={budget} />
      {cartDialogs}
    </section>
  );
}

function showAnswer() {
  const heading = document.getElementById("answer");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
}

/** On phones the answer is a screen below the questions: this bar names the first plan while they are in view. */
function FirstPlan({ fit }: { fit: PlanFit | undefined }) {
  const [first] = fit?.result ?? [];
  const price = money(first?.monthly ?? "0");
  return (
    <div className={s.first}>
      {first && (
        <>
          <span>
            <b>{first.plan_name}</b>{" "}
            <span className="num">
              <Trans>{price} a month</Trans>
            </span>
          </span>
          <Button size="sm" onClick={showAnswer}>
            <Trans>See why</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

function useTitle(): string {
  const { t } = useLingui();
  const works = useWorks();
  const person = useClientName() ?? "";
  return works ? t`Which plan fits ${person}` : t`Which plan fits me`;
}

function Fitting({ answers, fixes }: { answers: Answers; fixes: PriceFixes }) {
  const { t } = useLingui();
  const fit = useFit(answers);
  const quoted = Boolean(useFilterInfo().data);
  const running = Boolean(useQuoteId());
  let answer: ReactNode = (
    <Loading label={t`Loading plans`} className={s.skeleton}>
      <CardSkeleton lines={5} />
      <CardSkeleton lines={5} />
      <CardSkeleton lines={5} />
    </Loading>
  );
  if (fit.isError) {
    answer = (
      <FailedRead
        title={<Trans>We could not load prices</Trans>}
        onRetry={() => void fit.refetch()}
        busy={fit.isFetching}
      >
        <Trans>Your search and your cart are saved.</Trans>
      </FailedRead>
    );
  } else if (fit.data && fit.data.counts.all === 0) {
    answer = (
      <Empty
        title={<Trans>No dental or vision plans here</Trans>}
        action={
          <ButtonLink tone="primary" to="/plans">
            <Trans>See all plans</Trans>
          </ButtonLink>
        }
      >
        <Trans>This page compares dental and vision plans by a year of care.</Trans>
      </Empty>
    );
  } else if (fit.data) answer = <Answer fit={fit.data} budget={answers.budget} fixes={fixes} />;
  if (!quoted && !running) return null;
  return (
    <>
      <div>
        <Questions answers={answers} fit={fit.data} />
        <FirstPlan fit={fit.data} />
      </div>
      <div aria-busy={fit.isPlaceholderData || undefined} className={fit.isPlaceholderData ? s.stale : ""}>
        {answer}
      </div>
      {fit.data && fit.data.counts.all > 0 && <Unknown fit={fit.data} />}
    </>
  );
}

/** Three questions, at most three plans, and why; no plan is hidden by it. */
export default function PlanFitPage() {
  const { t } = useLingui();
  const trail = useTrail();
  const title = useTitle();
  const answers = useAnswers();
  const quoted = Boolean(useQuoteId());
  const [edit, setEdit] = useState<EditRequest | null>(null);
  const fixes = usePriceFixes((focus) => setEdit(nextEdit(focus)));
  return (
    <main id="main">
      <div className="wrap page">
        <Breadcrumb crumbs={[...trail, { label: t`Plans`, to: "/plans" }, { label: title }]} />
        <PageHeading title={title}>{title}</PageHeading>
        <p className={s.lead}>
          {quoted ? (
            <Trans>
              Answer three questions to see up to three plans and why they fit. The list still has every plan.
            </Trans>
          ) : (
            <Trans>Answer four questions to see exact prices. Then answer three about care.</Trans>
          )}
        </p>
        <QuoteContext />
        <EditSearch request={edit} />
        <Fitting answers={answers} fixes={fixes} />
        {fixes.fixDialogs}
      </div>
    </main>
  );
}
