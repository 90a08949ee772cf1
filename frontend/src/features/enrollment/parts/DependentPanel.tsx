import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import type { DependentOut } from "@/client";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { useQuestions } from "@/components/form/useQuestions";
import { Icon } from "@/components/ui/Icon";
import { type FieldsAnswer, wizardApi } from "../api";
import type { Relationship } from "../engine/dependents";
import { errorsById, splitHealth } from "../engine/health";
import { useStep } from "../engine/wizard";
import type { Answers, FieldDef } from "../types";
import { StagedPanel } from "./StagedPanel";

const HEALTH = "health_info.";

interface DependentPanelProps {
  number: number;
  relationship: Relationship;
  /** Absent for a new one. */
  dependent: DependentOut | null;
  definition: FieldsAnswer;
  /** Of a new person, where the quote knows it. */
  birthdate: string;
  version: number;
  onAbandon: () => void;
  onErrors: (items: SummaryItem[]) => void;
  onCancel: () => void;
  onSubmit: (person: Record<string, unknown>, name: string) => Promise<void>;
}

/** The person's own values over the definitions; a draft of the same person wins over what was stored. */
function fieldsFor(props: DependentPanelProps): FieldDef[] {
  const { definition, dependent, relationship } = props;
  const stored: Record<string, unknown> = dependent
    ? { ...dependent.primary_info, ...dependent.health_values }
    : { birthdate: props.birthdate };
  const fieldValue = (name: string) => definition.result.find((field) => field.field_name === name)?.value;
  const drafted = String(fieldValue("dependent_id") ?? "") === (dependent?.dependent_id ?? "");
  const sameKind = !fieldValue("relationship") || fieldValue("relationship") === relationship;
  return definition.result.map((field) => {
    if (field.field_name === "relationship") return { ...field, value: relationship, read_only: true };
    if (field.field_name.endsWith(".question_id")) return field;
    if (field.field_name === "dependent_id") return { ...field, value: dependent?.dependent_id ?? "" };
    const draft = drafted && sameKind && field.value ? field.value : undefined;
    const unanswered = field.field_name.endsWith(".yes_no_flag") ? "0" : "";
    return { ...field, value: draft ?? stored[field.field_name] ?? unanswered };
  });
}

/** The panel that adds or edits one dependent. */
export default function DependentPanel(props: DependentPanelProps) {
  const { number, dependent, definition } = props;
  const { enrollmentId } = useStep();
  const [fields] = useState(() => fieldsFor(props));
  const { ask, dialog } = useQuestions();
  const confirmed = useRef("");
  const personOf = (payload: Answers) => {
    const { rest, health } = splitHealth(fields, payload, HEALTH);
    const id = dependent ? { dependent_id: dependent.dependent_id } : {};
    const person = { ...rest, ...id, confirmed: confirmed.current, employed: "0" };
    return { primary_info: person, ...(health ? { health_info: health } : {}) };
  };
  return (
    <>
      {dialog}
      <StagedPanel
        headingId="dependent-panel"
        heading={
          <>
            <Icon name="user" />
            <Trans>Dependent #{number}</Trans>
          </>
        }
        fields={fields}
        marks={dependent ? ["dependent_id", "relationship"] : ["relationship"]}
        version={props.version}
        second={{ heading: <Trans>Health Questions</Trans>, prefix: HEALTH }}
        extras={{ birthdate: { hint: "" }, ssn: { hint: definition.disclaimer } }}
        check={async (payload) => {
          try {
            await ask((codes) => {
              confirmed.current = codes.join();
              return wizardApi.validateDependent(
                enrollmentId,
                personOf(payload) as Parameters<typeof wizardApi.validateDependent>[1],
              );
            });
          } catch (error) {
            throw errorsById(error, fields, personOf(payload).health_info ?? null, HEALTH);
          }
        }}
        onAbandon={props.onAbandon}
        onErrors={props.onErrors}
        onCancel={props.onCancel}
        onSubmit={(payload) =>
          props.onSubmit(personOf(payload), [payload.first_name, payload.last_name].join(" "))
        }
      />
    </>
  );
}
