import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { EventChoice } from "@/client";
import { RadioGroup } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { SuffixField } from "@/components/form/SuffixField";
import { MaskedField, TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { contact } from "@/lib/bootstrap";
import { today } from "@/lib/dates";
import { Link } from "@/lib/router";
import { AddressFields } from "./AddressFields";
import s from "./Change.module.css";
import { Proof, ReportingWindow, StartDays } from "./ChangeParts";
import { Prices } from "./ChangePrices";
import { isBirth, isChoice, mayChoose, possibleWays, rolesOf, type Step } from "./change";
import { useOwner } from "./owner";
import { PlanStep } from "./PlanStep";
import type { ChangeForm } from "./useChangeForm";
import { useRoleNames, useWayNames } from "./useChangeTexts";
import type { CHOSEN } from "./useLinkedEvent";

interface StepProps {
  form: ChangeForm;
}

/** Return whether the event was chosen on the page before: this page's address names it, and then remembers that. */
export function useIsChosen(event: EventChoice | undefined): boolean {
  const { search, state } = useLocation();
  if (event === undefined) return false;
  const linked = new URLSearchParams(search).get("event") === event.key;
  return linked || (state as typeof CHOSEN | null)?.chosen === true;
}

function WhatStep({ form: { coverage, event, events, field, labels } }: StepProps) {
  const wayNames = useWayNames();
  const { path } = useOwner();
  const ways = possibleWays(event, coverage);
  const chosen = useIsChosen(event) && ways.length > 0;
  return (
    <>
      {chosen && event ? (
        <p>
          <b>{event.name}</b>.{" "}
          <Link to={`${path}/what`}>
            <Trans>Choose another event</Trans>
          </Link>
        </p>
      ) : (
        <>
          <RadioGroup
            {...field("event")}
            label={<span className="sr">{labels.event}</span>}
            stacked
            options={events.map((choice) => ({ value: choice.key, label: choice.name }))}
          />
          <p>
            <Link to={`${path}/death`}>
              <Trans>Tell us about a death</Trans>
            </Link>
          </p>
        </>
      )}
      {ways.length > 0 && (
        <RadioGroup
          {...field("opened")}
          {...(chosen ? { label: <span className="sr">{labels.opened}</span> } : {})}
          stacked
          options={ways.map((way) => ({ value: way, label: wayNames[way] }))}
        />
      )}
      {event && <TeamWays opens={event.opens} />}
    </>
  );
}

/** The event's other changes, which only our team makes. */
function TeamWays({ opens }: { opens: string[] }) {
  const { t } = useLingui();
  const { phone, phoneHref } = contact();
  const words: Partial<Record<string, string>> = {
    name: t`a name`,
    beneficiary: t`beneficiaries`,
  };
  const list = opens
    .map((way) => words[way])
    .filter(Boolean)
    .join(", ");
  if (!list) return null;
  return (
    <p className="small">
      {phone ? (
        <Trans>
          To change {list}, call{" "}
          <a className="num" href={phoneHref}>
            {phone}
          </a>
          .
        </Trans>
      ) : (
        <Trans>To change {list}, contact us.</Trans>
      )}
    </p>
  );
}

function NewPerson({ form: { answers, field } }: StepProps) {
  const names = useRoleNames();
  const roles = rolesOf(answers.event);
  return (
    <>
      <TextField {...field("first_name")} maxLength={60} autoComplete="off" />
      <TextField {...field("last_name")} maxLength={60} autoComplete="off" />
      <SuffixField {...field("suffix")} />
      {!isBirth(answers) && <DateField {...field("birth_date")} to={today()} />}
      {roles.length > 1 && (
        <SelectField {...field("role")} options={roles.map((value) => ({ value, label: names[value] }))} />
      )}
    </>
  );
}

/** Fields for facts of the member: tobacco use, gender, or income and hours of work. */
function FactFields({ form: { answers, field } }: StepProps) {
  const { t } = useLingui();
  const genders = [t`Male`, t`Female`, t`Other`].map((label, value) => ({ value: String(value), label }));
  if (answers.opened === "tobacco") {
    const options = [
      { value: "no", label: t`No tobacco` },
      { value: "yes", label: t`Uses tobacco` },
    ];
    return <RadioGroup {...field("tobacco")} stacked options={options} />;
  }
  if (answers.opened === "gender") return <RadioGroup {...field("gender")} stacked options={genders} />;
  if (answers.opened !== "work") return null;
  return (
    <>
      <TextField {...field("weekly_hours")} maxLength={6} inputMode="decimal" autoComplete="off" optional />
      <MaskedField kind="dollars" {...field("annual_salary")} optional />
    </>
  );
}

function WhoStep({ form }: StepProps) {
  const { t } = useLingui();
  const { answers, coverage, field } = form;
  const family = coverage.people.filter((person) => person.role !== "subscriber");
  return (
    <>
      {answers.opened === "add_person" && <NewPerson form={form} />}
      {answers.opened === "drop_person" && (
        <SelectField
          {...field("person_id")}
          placeholder={t`Choose`}
          options={family.map((person) => ({ value: person.id, label: person.name }))}
        />
      )}
      {answers.opened === "address" && <AddressFields form={form} />}
      {answers.opened === "amount" && <MaskedField kind="dollars" {...field("amount")} />}
      <FactFields form={form} />
    </>
  );
}

function WhenStep({ form: { answers, dispatch, field, labels, preview } }: StepProps) {
  return (
    <>
      <DateField {...field("happened_on")} />
      {preview.data && (
        <div className={s.fields} aria-live="polite">
          {preview.data.window && (
            <ReportingWindow
              window={preview.data.window}
              happened={answers.happened_on}
              label={labels.happened_on}
            />
          )}
          <h2>
            <Trans>Which day counts, and why</Trans>
          </h2>
          <StartDays
            rows={preview.data.rows}
            choosing={isChoice(answers)}
            onDay={(policy, day) => dispatch({ type: "day", policy, day })}
          />
        </div>
      )}
    </>
  );
}

function ChoiceStep({ form: { clear, coverage, dispatch, draft, errors } }: StepProps) {
  return (
    <PlanStep
      draft={draft}
      coverage={coverage}
      error={errors.plan}
      onChoose={(chosen) => {
        dispatch({ type: "choice", chosen });
        clear("plan");
      }}
    />
  );
}

export function PriceStep({ form }: StepProps) {
  const { path } = useOwner();
  const { answers, coverage, differs, dispatch, draft, event, preview, steps } = form;
  const opens = event?.opens ?? [];
  return (
    <>
      {differs && (
        <Banner tone="warn" live="alert">
          <Trans>Something has changed. Review it again, then send it.</Trans>
        </Banner>
      )}
      {preview.data ? (
        <Prices
          preview={preview.data}
          coverage={coverage}
          left={draft.left}
          onLeft={(left) => dispatch({ type: "left", left })}
        />
      ) : (
        <PreviewLoading preview={preview} />
      )}
      {mayChoose(answers, opens) && !steps.includes("plan") && (
        <p>
          <Link to={`${path}/plan`}>
            {opens.includes("plan") ? (
              <Trans>Change a plan, too: see what else is possible from that day on</Trans>
            ) : (
              <Trans>Change a rider, too: see what else is possible from that day on</Trans>
            )}
          </Link>
        </p>
      )}
      {event?.paper && <Proof paper={event.paper} />}
    </>
  );
}

export function PreviewLoading({ preview }: { preview: ChangeForm["preview"] }) {
  if (preview.isError) return <FailedRead onRetry={() => void preview.refetch()} busy={preview.isFetching} />;
  return (
    <Loading>
      <CardSkeleton lines={4} />
    </Loading>
  );
}

/** The fields of each step. */
export const STEP_FIELDS: Record<Step, (props: StepProps) => ReactNode> = {
  what: WhatStep,
  who: WhoStep,
  when: WhenStep,
  plan: ChoiceStep,
  price: PriceStep,
};
