import { Trans, useLingui } from "@lingui/react/macro";
import { Checkbox, RadioGroup } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { FieldGroup } from "@/components/form/Field";
import { SelectField } from "@/components/form/SelectField";
import { TextArea, TextField } from "@/components/form/TextField";
import { LinkButton } from "@/components/ui/Button";
import type { FieldErrors } from "@/lib/api";
import { today } from "@/lib/dates";
import s from "./Questions.module.css";

export interface Question {
  question_id: number;
  question_text: string;
  question_sub_type: string;
  require_detail: boolean;
  options: { option_id: number; option_text: string; option_group: string }[];
}

export interface TreatmentDetail {
  dot_from: string;
  dot_to: string;
  reason_for_condition: string;
  degree_of_recovery: string;
  physician_name_address: string;
}

export interface Answer {
  yes_no_flag: string;
  who: string;
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
  who: "",
  text: "",
  checkbox_answers: [],
  detail: [EMPTY_DETAIL],
};

const MAX_DETAILS = 2;

const wantsDetail = (question: Question) =>
  question.require_detail || question.question_sub_type === "detail";

/** Only what the question asks for travels. */
export function toWire(question: Question, answer: Answer) {
  const yes = answer.yes_no_flag === "1";
  return {
    question_id: question.question_id,
    yes_no_flag: answer.yes_no_flag,
    who: yes ? answer.who : "",
    text: yes && question.question_sub_type === "text_field" ? answer.text : "",
    checkbox_answers: yes && question.question_sub_type === "checkbox" ? answer.checkbox_answers : [],
    detail: yes && wantsDetail(question) ? answer.detail : [],
  };
}

interface PartProps {
  question: Question;
  answer: Answer;
  errors: FieldErrors;
  onChange: (part: Partial<Answer>) => void;
}

function Options({ question, answer, errors, onChange }: PartProps) {
  const { t } = useLingui();
  const groups = [...new Set(question.options.map((option) => option.option_group))];
  const id = `question_${question.question_id}-checkbox_answers`;
  const toggle = (option: number) =>
    onChange({
      checkbox_answers: answer.checkbox_answers.includes(option)
        ? answer.checkbox_answers.filter((item) => item !== option)
        : [...answer.checkbox_answers, option],
    });
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
                onChange={() => toggle(option.option_id)}
              />
            ))}
        </div>
      ))}
    </FieldGroup>
  );
}

function Details({ question, answer, errors, onChange }: PartProps) {
  const { t } = useLingui();
  const set = (index: number, part: Partial<TreatmentDetail>) =>
    onChange({ detail: answer.detail.map((entry, at) => (at === index ? { ...entry, ...part } : entry)) });
  return (
    <div className="stack">
      {answer.detail.map((entry, index) => {
        const number = index + 1;
        const field = (name: keyof TreatmentDetail) => ({
          id: `question_${question.question_id}-detail-${index}-${name}`,
          value: entry[name],
          error: errors[`question_${question.question_id}.detail.${index}.${name}`],
          onChange: (event: { target: { value: string } }) => set(index, { [name]: event.target.value }),
        });
        return (
          <fieldset key={index} className="grid-6">
            <legend className={s.detailTitle}>
              <Trans>Treatment {number}</Trans>
            </legend>
            <DateField
              label={t`Date of treatment from`}
              className="c3 m6"
              to={today()}
              {...field("dot_from")}
            />
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
          </fieldset>
        );
      })}
      <div className="row">
        {answer.detail.length < MAX_DETAILS && (
          <LinkButton icon="plus" onClick={() => onChange({ detail: [...answer.detail, EMPTY_DETAIL] })}>
            <Trans>Add another treatment</Trans>
          </LinkButton>
        )}
        {answer.detail.length > 1 && (
          <LinkButton danger onClick={() => onChange({ detail: answer.detail.slice(0, -1) })}>
            <Trans>Remove the last treatment</Trans>
          </LinkButton>
        )}
      </div>
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
      {yes && (
        <div className={s.more}>
          <SelectField
            label={t`Who?`}
            optional
            id={`${name}-who`}
            className={s.who}
            value={answer.who}
            placeholder={t`Select`}
            onChange={(event) => onChange({ who: event.target.value })}
            options={[
              { value: "Member", label: t`Me` },
              { value: "Spouse", label: t`My spouse` },
              { value: "Child", label: t`My child` },
            ]}
          />
          {question.question_sub_type === "text_field" && (
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
