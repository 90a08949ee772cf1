import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { Segmented } from "@/components/form/Choices";
import { MaskedField } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { Price } from "@/components/ui/Statement";
import { announce } from "@/lib/announce";
import { ApiError, type FieldErrors, messageOf } from "@/lib/api";
import { planPath } from "@/lib/format";
import { focusInstead } from "@/lib/page";
import { Link } from "@/lib/router";
import { useClientName } from "@/lib/shop/client";
import { useSaveFilter } from "@/lib/shop/filter";
import { FIELD_REQUIRED } from "@/lib/shop/labels";
import type { PlanItem } from "@/lib/shop/types";
import { awaitsAnswer } from "../sort";
import s from "./Answers.module.css";
import { type AnswerKey, changesOf, FIELDS, missing, pricedBy, type Typed } from "./answers";

interface AnswersProps {
  /** Without a price for want of an answer, and those that got theirs here. */
  plans: PlanItem[];
  /** The plans that an answer was given for: they stay where they are. */
  onAnswer: (pids: number[]) => void;
}

function Ghost({ plan }: { plan: PlanItem }) {
  const facts = plan.facts
    ?.slice(0, 2)
    .map(({ value }) => value)
    .join(", ");
  return (
    <li>
      <span>
        <Link to={planPath(plan.pid, plan.plan_name)}>{plan.plan_name}</Link>
        <small>{facts || plan.carrier_name}</small>
      </span>
      {plan.recurring ? (
        <Price amount={plan.recurring} size="sm" period="mo" className={s.priced} />
      ) : (
        <span className={s.dash}>
          <span className="sr">
            <Trans>No price yet</Trans>
          </span>
        </span>
      )}
    </li>
  );
}

/** Plans that wait for a few answers: asked once for all of them, and priced where they stand. */
export default function Answers({ plans, onAnswer }: AnswersProps) {
  const { t, i18n } = useLingui();
  const person = useClientName();
  const save = useSaveFilter();
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const waiting = plans.filter(awaitsAnswer);
  const unanswered = missing(waiting);
  const [answers, left] = [unanswered.length, waiting.length];
  const ready = pricedBy(waiting, typed);
  const priced = plans.filter((plan) => plan.recurring).length;

  const set = (key: AnswerKey) => (event: { target: { value: string } }) => {
    setTyped((old) => ({ ...old, [key]: event.target.value }));
    setErrors({});
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const [first] = unanswered;
    if (ready === 0 && first) {
      setErrors({ [FIELDS[first.key]]: i18n._(FIELD_REQUIRED) });
      document.querySelector<HTMLElement>(`.${s.form} input`)?.focus();
      return;
    }
    setBusy(true);
    setProblem("");
    onAnswer(plans.map(({ pid }) => pid));
    try {
      await save(changesOf(typed));
      setTyped({});
      announce(t`Prices updated.`);
      // The form goes once nothing is missing.
      focusInstead(null, document.querySelector<HTMLElement>(`.${s.ghosts} a`));
    } catch (error) {
      if (error instanceof ApiError && error.hasFieldErrors) setErrors(error.fieldErrors);
      else setProblem(messageOf(error) || t`We could not save this. Please try again.`);
    } finally {
      setBusy(false);
    }
  };

  const hints = (count: number) =>
    t`${plural(count, { one: "Up to # price depends on it", other: "Up to # prices depend on it" })}`;
  const questions: Record<AnswerKey, (count: number) => ReactNode> = {
    tobacco: (count) => (
      <Segmented
        label={person ? t`Does ${person} smoke?` : t`Do you smoke?`}
        hint={hints(count)}
        id="answer-tobacco"
        name="answer-tobacco"
        value={typed.tobacco ?? ""}
        error={errors.is_smoker}
        onChange={set("tobacco")}
        options={[
          { value: "0", label: t`No` },
          { value: "1", label: t`Yes` },
        ]}
      />
    ),
    income: (count) => (
      <MaskedField
        kind="dollars"
        label={t`Annual Income`}
        hint={hints(count)}
        id="answer-income"
        value={typed.income ?? ""}
        error={errors.annual_incode ?? errors.annual_income}
        onChange={set("income")}
      />
    ),
    hours: (count) => (
      <MaskedField
        kind="hours"
        label={t`Working Hours`}
        hint={hints(count)}
        id="answer-hours"
        unit={t`a week`}
        value={typed.hours ?? ""}
        error={errors.working_hours}
        onChange={set("hours")}
      />
    ),
  };
  const tab =
    left === 0
      ? t`${plural(priced, { one: "# more is priced", other: "# more are priced" })}`
      : answers === 1
        ? t`${plural(left, { one: "Answer 1 question to price up to # more", other: "Answer 1 question to price up to # more" })}`
        : t`${plural(left, { one: `Answer ${answers} questions to price up to # more`, other: `Answer ${answers} questions to price up to # more` })}`;
  return (
    <Folder
      headingId="answers"
      className={s.answers}
      tab={
        <>
          <Icon name="key" />
          {tab}
        </>
      }
    >
      {left > 0 && (
        <form className={s.form} onSubmit={(event) => void send(event)} noValidate>
          {unanswered.map(({ key, count }) => (
            <div key={key}>{questions[key](count)}</div>
          ))}
          <Button type="submit" busy={busy} busyText={t`Saving`}>
            {ready > 0
              ? t`${plural(ready, { one: "Show # price", other: "Show # prices" })}`
              : t`Show prices`}
          </Button>
          <p className="xs" role="status">
            {problem || <Trans>Saved only with your search. You can change it anytime.</Trans>}
          </p>
        </form>
      )}
      <ul className={s.ghosts}>
        {plans.map((plan) => (
          <Ghost key={plan.pid} plan={plan} />
        ))}
      </ul>
      {left > 0 && (
        <p className={s.note}>
          <Icon name="info" size="sm" />
          <Trans>Some plans also ask about your health. You'll find the questions on their pages.</Trans>
        </p>
      )}
    </Folder>
  );
}
