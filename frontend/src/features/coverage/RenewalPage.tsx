import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useParams } from "react-router";
import type { RenewalAnswer, RenewalOffer } from "@/client";
import { ChoiceCards, RadioGroup } from "@/components/form/Choices";
import { RequireRole } from "@/components/layout/RequireRole";
import { Banner } from "@/components/ui/Banner";
import { Breadcrumb } from "@/components/ui/Breadcrumb";
import { Button } from "@/components/ui/Button";
import { CarrierLogo } from "@/components/ui/Category";
import { Icon } from "@/components/ui/Icon";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { announce } from "@/lib/announce";
import { api } from "@/lib/api";
import { cx } from "@/lib/cx";
import { cents, fromCents, money, moneyDifference } from "@/lib/format";
import { focusQuietly, PageHeading } from "@/lib/page";
import { useListWords } from "@/lib/words";
import { NewMonth } from "./NewMonth";
import { PlanFacts } from "./PlanFacts";
import s from "./Renewal.module.css";
import { useKeepRenewal, useRenewal } from "./reads";
import { useSending } from "./useSending";

type Choice = RenewalAnswer["choice"];

const MONTHS = 12;
const yearOf = (day: string) => day.slice(-4);

function Price({ offer, chosen }: { offer: RenewalOffer; chosen: RenewalOffer["keep"] }) {
  const { summary } = offer;
  const after = chosen?.monthly ?? (offer.keep ? summary.after : "");
  const difference = chosen?.difference ?? summary.difference;
  const monthly = moneyDifference(difference);
  const yearly = moneyDifference(fromCents(cents(difference) * MONTHS));
  if (!after) return null;
  return (
    <div className={s.price}>
      <p>
        <Trans>Now</Trans>
        <b>{summary.before ? money(summary.before) : "–"}</b>
      </p>
      <Icon name="arrow" />
      <p className={s.next}>
        {yearOf(summary.first_day)}
        <b>{money(after)}</b>
        <span>
          <Trans>a month</Trans>
        </span>
      </p>
      {difference && (
        <p className={s.difference}>
          <b>{cents(difference) === 0 ? <Trans>The same price</Trans> : <Trans>{monthly} a month</Trans>}</b>
          {cents(difference) !== 0 && <Trans>{yearly} over the year</Trans>}
        </p>
      )}
    </div>
  );
}

/** The letter: the price first, then why, then everything that changes. */
function Letter({ offer, chosen }: { offer: RenewalOffer; chosen: RenewalOffer["keep"] }) {
  const { plan, first_day: firstDay, policy_number: number } = offer.summary;
  const { follows, last_day: lastDay } = offer.summary;
  const names = useListWords()(offer.people);
  const facts = (chosen ?? offer.keep)?.facts ?? [];
  const next = (chosen ?? offer.keep)?.plan ?? plan;
  return (
    <article className={s.letter} aria-labelledby="offer">
      <div className={s.top}>
        <CarrierLogo src={offer.logo} name={offer.carrier} eager />
        <p className="small mute">
          <Trans>Policy {number}</Trans>
        </p>
      </div>
      <PageHeading title={plan}>
        <span id="offer">
          {follows === "same" ? (
            <Trans>
              {plan} renews on {firstDay}
            </Trans>
          ) : follows === "undecided" ? (
            <Trans>We're reviewing the renewal of {plan}</Trans>
          ) : (
            <Trans>
              {plan} ends on {lastDay}
            </Trans>
          )}
        </span>
      </PageHeading>
      <p className={s.lead}>
        {chosen ? (
          <Trans>
            {next} takes its place for {names}.
          </Trans>
        ) : follows === "same" ? (
          <Trans>It continues for {names}. You don't need to do anything to keep it.</Trans>
        ) : follows === "another" ? (
          <Trans>
            {next} takes its place for {names} on {firstDay}, unless you choose something else.
          </Trans>
        ) : follows === "none" ? (
          <Trans>No plan takes its place. Choose another plan to keep {names} covered.</Trans>
        ) : (
          offer.summary.state_text
        )}
      </p>
      <Price offer={offer} chosen={chosen} />
      {!chosen && follows === "same" && <p>{offer.why}</p>}
      {facts.length > 0 && (
        <>
          <h2>
            {follows === "same" && !chosen ? (
              <Trans>What changes, what stays: {next}</Trans>
            ) : (
              <Trans>What's worse, what's better, what stays: {next}</Trans>
            )}
          </h2>
          <PlanFacts facts={facts} then={yearOf(firstDay)} />
        </>
      )}
    </article>
  );
}

function Answer({
  offer,
  choice,
  planId,
  onChoose,
  onPlan,
}: {
  offer: RenewalOffer;
  choice: Choice | "";
  planId: string;
  onChoose: (choice: Choice) => void;
  onPlan: (planId: string) => void;
}) {
  const { t } = useLingui();
  const keep = useKeepRenewal();
  const { policy_number: number, answer_by: answerBy } = offer.summary;
  const lastDay = offer.last_day;
  const { errors, problem, busy, submit, clear } = useSending("renewal-", ["choice", "plan_id"]);
  const replaced = offer.summary.follows === "another";
  const keptPlan = offer.keep?.plan ?? "";
  const others = offer.others.filter((plan) => plan.monthly);
  const cheapest = others.map((plan) => plan.monthly).sort((a, b) => Number(a) - Number(b))[0];
  const from = cheapest ? money(cheapest) : "";
  const chosen = others.find((plan) => String(plan.plan_id) === planId);
  const chosenName = chosen?.plan;
  const words = {
    keep: replaced ? t`Choose ${keptPlan}` : t`Keep my plan`,
    change: chosenName ? t`Change to ${chosenName}` : t`Change plan`,
    decline: t`Decline`,
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      choice: choice ? undefined : t`Field is required`,
      plan_id: choice === "change" && !chosen ? t`Choose a plan.` : undefined,
    };
    void submit(missing, async () => {
      const plan_id = choice === "change" ? Number(planId) : null;
      const answer = { number, choice: choice as Choice, plan_id };
      keep(await api.post("/api/v1/choose-renewal", answer));
      announce(t`Your choice is saved.`);
      requestAnimationFrame(() => focusQuietly(document.querySelector("h1")));
    });
  };

  return (
    <form className={s.choose} onSubmit={send} noValidate>
      <h2 id={CHOICE} tabIndex={-1}>
        <Trans>Your choice</Trans>
      </h2>
      <p className="small">
        <Trans>
          By <b>{answerBy}</b>. You can change your mind until then.
        </Trans>
      </p>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <ChoiceCards
        id="renewal-choice"
        name="choice"
        label={t`Your choice`}
        hideLabel
        value={choice}
        error={errors.choice}
        onChange={(event) => {
          onChoose(event.target.value as Choice);
          clear("choice");
        }}
        choices={[
          ...(offer.keep
            ? [
                {
                  value: "keep",
                  title: replaced ? keptPlan : t`Keep it`,
                  fact: t`Also what happens if you don't answer.`,
                  end: <b className="num">{money(offer.keep.monthly)}</b>,
                },
              ]
            : []),
          ...(others.length > 0
            ? [
                {
                  value: "change",
                  title: replaced ? t`Another plan` : t`Change to another plan`,
                  end: <b>{t`from ${from}`}</b>,
                },
              ]
            : []),
          {
            value: "decline",
            title: offer.summary.follows === "same" ? t`Decline` : t`No plan`,
            fact: t`Coverage ends on ${lastDay}.`,
            end: <b className="num">{money("0.00")}</b>,
          },
        ]}
      />
      {choice === "change" && (
        <RadioGroup
          id="renewal-plan_id"
          name="plan_id"
          label={t`Which plan`}
          value={planId}
          error={errors.plan_id}
          onChange={(event) => {
            onPlan(event.target.value);
            clear("plan_id");
          }}
          options={others.map((plan) => ({
            value: String(plan.plan_id),
            label: `${plan.plan}, ${money(plan.monthly)} (${moneyDifference(plan.difference)})`,
          }))}
        />
      )}
      {choice === "decline" && (
        <Banner tone="warn">
          <Trans>
            No one on this policy is covered after {lastDay}, and nothing more is due. To come back, you'd
            enroll again at that day's prices and waiting periods.
          </Trans>
        </Banner>
      )}
      <Button
        type="submit"
        tone={choice === "decline" ? "danger" : "primary"}
        block
        busy={busy}
        busyText={t`Sending`}
      >
        {words[choice || "keep"]}
      </Button>
    </form>
  );
}

const CHOICE = "renewal-your-choice";

/** On phones the choice stands below the letter: the day, and the way there. */
function ChoiceBar({ answerBy }: { answerBy: string }) {
  const { t } = useLingui();
  const go = () => {
    const heading = document.getElementById(CHOICE);
    heading?.scrollIntoView();
    focusQuietly(heading);
  };
  return (
    <div className={cx(s.bar, "only-m")} data-bottom-bar role="region" aria-label={t`Your choice`}>
      <span className="small">
        <Trans>
          Choose by <b className="num">{answerBy}</b>
        </Trans>
      </span>
      <Button size="sm" onClick={go}>
        <Trans>Go to your choice</Trans>
      </Button>
    </div>
  );
}

function Offer({ offer }: { offer: RenewalOffer }) {
  const { summary } = offer;
  const answerBy = summary.answer_by;
  const [changing, setChanging] = useState(false);
  const [choice, setChoice] = useState<Choice | "">(summary.choice || (offer.keep ? "keep" : ""));
  const known = offer.others.find((plan) => plan.plan === summary.chosen_plan);
  const [planId, setPlanId] = useState(known ? String(known.plan_id) : "");
  const chosen =
    choice === "change" ? (offer.others.find((plan) => String(plan.plan_id) === planId) ?? null) : null;
  const answered = summary.choice !== "" && !changing;
  return (
    <div className={s.grid}>
      <Letter offer={offer} chosen={chosen} />
      <div className={s.aside}>
        {(answered || !summary.is_open) && (
          <Banner tone={summary.is_open ? "ok" : "info"} title={summary.state_text}>
            {summary.is_open ? (
              <Trans>You can change your mind until {answerBy}.</Trans>
            ) : (
              <Trans>The day to choose was {answerBy}.</Trans>
            )}
          </Banner>
        )}
        {answered && summary.is_open && (
          <Button onClick={() => setChanging(true)}>
            <Trans>Change my mind</Trans>
          </Button>
        )}
        {!answered && summary.is_open && (
          <Answer
            key={summary.choice}
            offer={offer}
            choice={choice}
            planId={planId}
            onChoose={setChoice}
            onPlan={setPlanId}
          />
        )}
        {summary.is_open && <NewMonth offer={offer} choice={choice} chosen={chosen} />}
      </div>
      {!answered && summary.is_open && <ChoiceBar answerBy={answerBy} />}
    </div>
  );
}

function Renewal() {
  const { number = "" } = useParams();
  const { t } = useLingui();
  const offer = useRenewal(number);
  return (
    <main id="main" className="wrap page">
      <Breadcrumb
        crumbs={[
          { label: t`My benefits`, to: "/coverage" },
          {
            label: offer.data?.summary.plan ?? number,
            to: `/coverage/policies/${encodeURIComponent(number)}`,
          },
          { label: t`Renewal` },
        ]}
      />
      {!offer.data && <PageHeading title={t`Renewal`}>{t`Renewal`}</PageHeading>}
      {offer.isPending && (
        <Loading>
          <CardSkeleton lines={8} />
        </Loading>
      )}
      {offer.isError && <FailedRead onRetry={() => void offer.refetch()} busy={offer.isFetching} />}
      {offer.data && <Offer key={offer.data.summary.choice} offer={offer.data} />}
    </main>
  );
}

const ROLE = "member";

/** A policy's new year: the offer as a letter, and the choice. */
export default function RenewalPage() {
  return (
    <RequireRole role={ROLE}>
      <Renewal />
    </RequireRole>
  );
}
