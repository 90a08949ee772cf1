import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Question, TreatmentDetail as SentDetail } from "@/client";
import { Checkbox, RadioGroup } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { FieldGroup } from "@/components/form/Field";
import { TextArea, TextField } from "@/components/form/TextField";
import { LinkButton } from "@/components/ui/Button";
import type { FieldErrors } from "@/lib/api";
import { today } from "@/lib/dates";
import s from "./Questions.module.css";

export type TreatmentDetail = Required<SentDetail>;

export interface Answer {
  yes_no_flag: string;
  who: string[];
  text: string;
  checkbox_answers: number[];
  detail: TreatmentDetail[];
}

const EMPTY_DETAIL: TreatmentDetail = {
  dot_from: "",
  dot_to: "",
  reason_for_condition: "",
  degree_of_recovery: "",
  physician_name_address: "",
};

export const EMPTY_ANSWER: Answer = {
  yes_no_flag: "",
  who: [],
  text: "",
  checkbox_answers: [],
  detail: [EMPTY_DETAIL],
};

const MAX_DETAILS = 2;

const wantsDetail = (question: Question) =>
  question.require_detail || question.question_sub_type === "detail";

const wantsText = (question: Question) => question.asks_text ?? question.question_sub_type === "text_field";

/** Yes opens what else the question asks for, if anything. */
const opens = (question: Question) =>
  (question.who ?? []).length > 1 ||
  wantsText(question) ||
  wantsDetail(question) ||
  question.question_sub_type === "checkbox";

/** Where only one person can be meant, nobody is asked. */
const whoOf = (question: Question, answer: Answer) => {
  const people = question.who ?? [];
  return people.length === 1 ? people.map((person) => person.value) : answer.who;
};

/** The words of a question that asks for words; beside treatments they have a name of their own. */
function detailOf(question: Question, { text, detail }: Answer) {
  if (wantsDetail(question)) return { detail, ...(wantsText(question) ? { text } : {}) };
  return { detail: wantsText(question) ? text : [] };
}

/** Only what the question asks for travels. */
export function toWire(question: Question, answer: Answer) {
  const yes = answer.yes_no_flag === "1";
  return {
    question_id: question.question_id,
    yes_no_flag: answer.yes_no_flag,
    who: yes ? whoOf(question, answer).join(",") : "",
    checkbox_answers: yes && question.question_sub_type === "checkbox" ? answer.checkbox_answers : [],
    ...(yes ? detailOf(question, answer) : { detail: [] }),
  };
}

interface PartProps {
  question: Question;
  answer: Answer;
  errors: FieldErrors;
  onChange: (part: Partial<Answer>) => void;
}

const toggled = <Item,>(list: Item[], item: Item): Item[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

function Who({ question, answer, errors, onChange }: PartProps) {
  const { t } = useLingui();
  const people = question.who ?? [];
  if (people.length < 2) return null;
  const name = `question_${question.question_id}`;
  return (
    <FieldGroup id={`${name}-who`} label={t`Who?`} error={errors[`${name}.who`]}>
      <div className="row">
        {people.map((person) => (
          <Checkbox
            key={person.value}
            id={`${name}-who-${person.value}`}
            label={person.label}
            checked={answer.who.includes(person.value)}
            onChange={() => onChange({ who: toggled(answer.who, person.value) })}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function Options({ question, answer, errors, onChange }: PartProps) {
  const { t } = useLingui();
  const groups = [...new Set(question.options.map((option) => option.option_group))];
  const id = `question_${question.question_id}-checkbox_answers`;
  return (
    <FieldGroup
      id={id}
      label={t`Check all that apply`}
      error={errors[`question_${question.question_id}.checkbox_answers`]}
    >
      {groups.map((group) => (
        <div key={group} className={s.optionGroup}>
          {group && <p className={s.groupName}>{group}</p>}
          {question.options
            .filter((option) => option.option_group === group)
            .map((option) => (
              <Checkbox
                key={option.option_id}
                id={`option-${option.option_id}`}
                label={option.option_text}
                checked={answer.checkbox_answers.includes(option.option_id)}
                onChange={() =>
                  onChange({ checkbox_answers: toggled(answer.checkbox_answers, option.option_id) })
                }
              />
            ))}
        </div>
      ))}
    </FieldGroup>
  );
}

interface Row {
  entry: TreatmentDetail;
  number: number;
  id: string;
  errors: FieldErrors;
  path: string;
  onChange: (part: Partial<TreatmentDetail>) => void;
  onRemove: (() => void) | null;
}

function Treatment({ entry, number, id, errors, path, onChange, onRemove }: Row) {
  const { t } = useLingui();
  const field = (name: keyof TreatmentDetail) => ({
    id: `${id}-${name}`,
    value: entry[name],
    error: errors[`${path}.${name}`],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <fieldset className="grid-6">
      <legend className={s.detailTitle}>
        <Trans>Treatment {number}</Trans>
      </legend>
      <DateField label={t`Date of treatment from`} className="c3 m6" to={today()} {...field("dot_from")} />
      <DateField label={t`Date of treatment to`} className="c3 m6" to={today()} {...field("dot_to")} />
      <TextField
        label={t`Reason for condition`}
        className="c3 m6"
        maxLength={500}
        {...field("reason_for_condition")}
      />
      <TextField
        label={t`Degree of recovery`}
        className="c3 m6"
        maxLength={200}
        {...field("degree_of_recovery")}
      />
      <TextArea
        label={t`Physician name and address`}
        className="c6"
        maxLength={500}
        {...field("physician_name_address")}
      />
      {onRemove && (
        <div className="c6">
          <LinkButton danger onClick={onRemove}>
            <Trans>Remove treatment {number}</Trans>
          </LinkButton>
        </div>
      )}
    </fieldset>
  );
}

/** Focuses the row's first field once it is on the page. */
const focusLater = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

function Details({ question, answer, errors, onChange }: PartProps) {
  const name = `question_${question.question_id}`;
  const rows = answer.detail;
  const [removed, setRemoved] = useState<{ index: number; entry: TreatmentDetail } | null>(null);
  const rowId = (index: number) => `${name}-detail-${index}`;
  const change = (detail: TreatmentDetail[]) => onChange({ detail });
  const remove = (index: number, entry: TreatmentDetail) => {
    change(rows.filter((_, at) => at !== index));
    setRemoved({ index, entry });
    focusLater(`${name}-undo`);
  };
  const undo = () => {
    if (!removed) return;
    change(rows.toSpliced(removed.index, 0, removed.entry));
    setRemoved(null);
    focusLater(`${rowId(removed.index)}-dot_from`);
  };
  const add = () => {
    change([...rows, EMPTY_DETAIL]);
    setRemoved(null);
    focusLater(`${rowId(rows.length)}-dot_from`);
  };
  const gone = (removed?.index ?? 0) + 1;
  return (
    <div className="stack">
      {rows.map((entry, index) => (
        <Treatment
          key={index}
          entry={entry}
          number={index + 1}
          id={rowId(index)}
          path={`${name}.detail.${index}`}
          errors={errors}
          onChange={(part) => change(rows.with(index, { ...entry, ...part }))}
          onRemove={rows.length > 1 ? () => remove(index, entry) : null}
        />
      ))}
      {removed && (
        <p className={s.undo} role="status">
          <Trans>Treatment {gone} was removed.</Trans>{" "}
          <LinkButton id={`${name}-undo`} onClick={undo}>
            <Trans>Undo</Trans>
          </LinkButton>
        </p>
      )}
      {rows.length < MAX_DETAILS && (
        <div className="row">
          <LinkButton icon="plus" onClick={add}>
            <Trans>Add another treatment</Trans>
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/** One health question; Yes opens what it asks for besides. */
export function QuestionItem(props: PartProps) {
  const { question, answer, errors, onChange } = props;
  const { t } = useLingui();
  const name = `question_${question.question_id}`;
  const yes = answer.yes_no_flag === "1";
  return (
    <div className={s.item}>
      <RadioGroup
        label={question.question_text}
        name={name}
        value={answer.yes_no_flag}
        error={errors[name]}
        onChange={(event) => onChange({ yes_no_flag: event.target.value })}
        options={[
          { value: "1", label: t`Yes` },
          { value: "0", label: t`No` },
        ]}
      />
      {yes && opens(question) && (
        <div className={s.more}>
          <Who {...props} />
          {wantsText(question) && (
            <TextArea
              label={t`Please explain`}
              id={`${name}-text`}
              maxLength={1000}
              value={answer.text}
              error={errors[`${name}.text`]}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          )}
          {question.question_sub_type === "checkbox" && <Options {...props} />}
          {wantsDetail(question) && <Details {...props} />}
        </div>
      )}
    </div>
  );
}
