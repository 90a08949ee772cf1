import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { MemberCoverage } from "@/client";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import { api } from "@/lib/api";
import { cx } from "@/lib/cx";
import { today } from "@/lib/dates";
import { focusQuietly, PageHeading } from "@/lib/page";
import s from "./Change.module.css";
import { useOwner } from "./owner";
import { PendingApprovals } from "./PendingApprovals";
import { useKeepCoverage, useOwnerName } from "./reads";
import { useSending } from "./useSending";

const PREFIX = "death-";
const EMPTY = { person_id: "", died_on: "", note: "" };
type Answers = typeof EMPTY;
const NAMES = Object.keys(EMPTY) as (keyof Answers)[];

/** The report of a death in a family, which our team carries out, with what came of those sent before. */
export function DeathReport({ coverage }: { coverage: MemberCoverage }) {
  const { t } = useLingui();
  const { memberId, back } = useOwner();
  const who = useOwnerName();
  const keep = useKeepCoverage();
  const [answers, setAnswers] = useState(EMPTY);
  const { errors, problem, busy, submit, clear } = useSending(PREFIX, NAMES);
  const people = coverage.people.length > 0 ? coverage.people : [{ id: "self", name: coverage.name }];

  const field = (name: keyof Answers) => ({
    id: PREFIX + name,
    name,
    value: answers[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setAnswers((before) => ({ ...before, [name]: target.value }));
      clear(name);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const required = (name: keyof Answers) => (answers[name] ? undefined : t`Field is required`);
    void submit({ person_id: required("person_id"), died_on: required("died_on") }, async () => {
      const owner = memberId === undefined ? {} : { member_id: memberId };
      keep(await api.post("/api/v1/report-death", { ...answers, ...owner }));
      setAnswers(EMPTY);
      announce(t`Thank you. Our team has your report.`);
      focusQuietly(document.querySelector("h1"));
    });
  };

  return (
    <form className={cx(s.form, s.alone)} noValidate onSubmit={send}>
      {who && (
        <p className="small mute">
          <Trans>For {coverage.name}</Trans>
        </p>
      )}
      <PageHeading title={t`Tell us about a death`}>
        <Trans>Tell us about a death</Trans>
      </PageHeading>
      <p>
        <Trans>
          We're very sorry. Our team will record the death and then write to the family once about each plan;
          this report doesn't end any coverage.
        </Trans>
      </p>
      <PendingApprovals coverage={coverage} about="death" />
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <div className={s.fields}>
        <SelectField
          {...field("person_id")}
          label={t`Who died`}
          placeholder={t`Choose`}
          options={people.map((person) => ({ value: person.id, label: person.name }))}
        />
        <DateField {...field("died_on")} label={t`Day of death`} to={today()} />
        <TextField
          {...field("note")}
          label={t`How to reach the family, and the documents you have`}
          maxLength={300}
          autoComplete="off"
          optional
        />
      </div>
      <div className={s.actions}>
        <ButtonLink tone="quiet" to={back}>
          <Trans>Go back</Trans>
        </ButtonLink>
        <Button type="submit" tone="primary" busy={busy} busyText={t`Sending`}>
          <Trans>Send this report</Trans>
        </Button>
      </div>
    </form>
  );
}
