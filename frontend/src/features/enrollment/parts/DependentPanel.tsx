import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { Button } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { ApiError } from "@/lib/api";
import { cx } from "@/lib/cx";
import { type Dependent, draftsSettled, type FieldsAnswer, wizardApi } from "../api";
import type { Relationship } from "../engine/dependents";
import { errorItems, mapErrors } from "../engine/errors";
import { say } from "../engine/messages";
import { visibleFields } from "../engine/show-if";
import { useAnswers } from "../engine/useAnswers";
import { useDraft } from "../engine/useDraft";
import { initialAnswers, isAsked, payloadOf } from "../engine/values";
import { looksOn, useStep } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import s from "../steps/Dependents.module.css";
import type { FieldDef } from "../types";

interface DependentPanelProps {
  number: number;
  relationship: Relationship;
  /** Absent for a new one. */
  dependent: Dependent | null;
  definition: FieldsAnswer;
  version: number;
  /** The panel went away by the browser's Back; its draft is stored. */
  onAbandon: () => void;
  onErrors: (items: SummaryItem[]) => void;
  onCancel: () => void;
  onSubmit: (primary: Record<string, unknown>) => Promise<void>;
}

/** The person's own values over the definitions; a draft of the same person wins over what was stored. */
function fieldsFor(props: DependentPanelProps): FieldDef[] {
  const { definition, dependent, relationship } = props;
  const stored = (dependent?.primary_info ?? {}) as unknown as Record<string, unknown>;
  const given = (name: string) => definition.result.find((field) => field.field_name === name)?.value;
  const drafted = String(given("dependent_id") ?? "") === (dependent?.dependent_id ?? "");
  const sameKind = !given("relationship") || given("relationship") === relationship;
  return definition.result.map((field) => {
    if (field.field_name === "relationship") return { ...field, value: relationship, read_only: true };
    if (field.field_name === "dependent_id") return { ...field, value: dependent?.dependent_id ?? "" };
    const draft = drafted && sameKind && field.value ? field.value : undefined;
    return { ...field, value: draft ?? stored[field.field_name] ?? "" };
  });
}

/** Staged edit of one dependent: the list changes only by Submit. */
export default function DependentPanel(props: DependentPanelProps) {
  const { number, dependent, definition, version, onErrors, onCancel, onSubmit } = props;
  const { enrollmentId, wizard } = useStep();
  const [fields] = useState(() => fieldsFor(props));
  const panel = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const form = useAnswers(() => initialAnswers(fields));
  const draft = useDraft({
    enrollmentId,
    tab: "dependent_info",
    fields: fields.map((field) => (isAsked(field) ? field : { ...field, read_only: false })),
    version,
    off: looksOn(wizard),
    read: form.read,
    onSubmitted: () => undefined,
  });

  const finished = useRef(false);
  const abandon = useRef(props.onAbandon);
  useEffect(
    () => () => {
      if (!finished.current) abandon.current();
    },
    [],
  );
  const cancel = () => {
    finished.current = true;
    draft.settled(version);
    onCancel();
  };

  useEffect(() => {
    panel.current?.querySelector<HTMLElement>("input:not([readonly])")?.focus();
  }, []);

  const itemsOf = (messages: Record<string, string>): SummaryItem[] =>
    fields.flatMap((field) => {
      const message = messages[field.field_name];
      return message ? [{ id: field.field_name, label: field.label ?? "", message }] : [];
    });

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const mapped = mapErrors(
      errorItems(error.data),
      fields.filter(isAsked).map((field) => field.field_name),
    );
    form.fail(mapped.fields);
    const items = [...mapped.unmatched.map((message) => ({ message })), ...itemsOf(mapped.fields)];
    onErrors(items.length ? items : [{ message: error.message || say("offline") }]);
  };

  const submit = async () => {
    if (busy) return;
    const problems = form.check(fields);
    if (Object.keys(problems).length) return onErrors(itemsOf(problems));
    setBusy(true);
    try {
      const primary: Record<string, unknown> = { ...payloadOf(fields, form.read()), employed: "0" };
      if (dependent) primary.dependent_id = dependent.dependent_id;
      await draftsSettled();
      await wizardApi.validateDependent(enrollmentId, primary);
      finished.current = true;
      draft.settled(version);
      await onSubmit(primary);
    } catch (error) {
      finished.current = false;
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const input = event.target instanceof HTMLInputElement && event.target.type !== "radio";
    if (event.key !== "Enter" || !input) return;
    event.preventDefault();
    void submit();
  };
  const edited = (name: string) => {
    form.forgive(name);
    draft.edited(name);
    if (dependent) draft.edited("dependent_id");
    draft.edited("relationship");
  };

  return (
    <div ref={panel} onKeyDown={onKeyDown}>
      <Folder
        headingId="dependent-panel"
        tab={
          <>
            <Icon name="user" />
            <Trans>Dependent #{number}</Trans>
          </>
        }
      >
        <div className={s.pad}>
          <FieldList
            fields={visibleFields(fields, form.answers).filter(isAsked)}
            form={form}
            marks="star"
            widths={{ ssn: "c3 m6" }}
            extras={{ birthdate: { hint: "" } }}
            onEdited={edited}
            onLeft={() => void draft.flush()}
          />
          {definition.disclaimer && <p className={cx("small mute", s.disclaimer)}>{definition.disclaimer}</p>}
          <div className={s.panelFoot}>
            <Button onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
            <Button tone="primary" busy={busy} busyText={<Trans>Saving</Trans>} onClick={() => void submit()}>
              <Trans>Submit</Trans>
            </Button>
          </div>
        </div>
      </Folder>
    </div>
  );
}
