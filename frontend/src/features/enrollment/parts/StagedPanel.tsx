import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { Button } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { ApiError, wasSubmitted } from "@/lib/api";
import { errorItems, mapErrors } from "../engine/errors";
import { say } from "../engine/messages";
import { visibleFields } from "../engine/show-if";
import { undraftedNames } from "../engine/undrafted";
import { placeOf, withUnsent } from "../engine/unsent";
import { useAnswers } from "../engine/useAnswers";
import { useDraft } from "../engine/useDraft";
import { initialAnswers, isAsked, payloadOf, unkeptOf } from "../engine/values";
import { isReadOnlyViewer, receiptPath, useStep } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import type { FieldExtra } from "../fields/widget";
import s from "../steps/Dependents.module.css";
import type { Answers, FieldDef } from "../types";
import { DraftLine } from "./StepFrame";

interface StagedPanelProps {
  heading: ReactNode;
  headingId: string;
  /** With the values the panel opens with. */
  fields: FieldDef[];
  /** Hidden names that say whose draft this is. */
  marks: string[];
  version: number;
  /** A second part, below a heading of its own: the fields whose names start with `prefix`. */
  second?: { heading: ReactNode; prefix: string };
  widths?: Record<string, string>;
  extras?: Record<string, FieldExtra>;
  /** Has the server check the item; throws what is wrong with it. */
  check: (payload: Answers) => Promise<void>;
  /** The panel went away by the browser's Back; its draft is stored. */
  onAbandon: () => void;
  onErrors: (items: SummaryItem[]) => void;
  onCancel: () => void;
  onSubmit: (payload: Answers) => Promise<void>;
}

/** Whose panel it is. */
const itemOf = (fields: FieldDef[], marks: string[]): string =>
  fields.flatMap((field) => (marks.includes(field.field_name) ? [String(field.value)] : [])).join(" ");

/** Staged edit of one item of a list: the list changes only by Submit. */
export function StagedPanel(props: StagedPanelProps) {
  const { fields, marks, version, onErrors, onCancel } = props;
  const { enrollmentId, tab, wizard } = useStep();
  const navigate = useNavigate();
  const toReceipt = () => void navigate(receiptPath(enrollmentId), { replace: true });
  const panel = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [place] = useState(() => placeOf(enrollmentId, tab.tab_name, itemOf(fields, marks)));
  const form = useAnswers(
    () => initialAnswers(withUnsent(place, fields)),
    () => undraftedNames(place),
  );
  const draft = useDraft({
    enrollmentId,
    tab: tab.tab_name,
    place,
    fields: fields.map((field) => (isAsked(field) ? field : { ...field, read_only: false })),
    version,
    off: isReadOnlyViewer(wizard),
    read: form.read,
    merge: () => ({}), // another panel's answers are another person's
    onSubmitted: toReceipt,
  });

  // Of two windows with the same panel the last to type has the draft; the list itself is taken over by nobody unseen.
  const { resolve } = draft;
  const { conflict } = draft.state;
  useEffect(() => {
    if (conflict) resolve(Object.keys(conflict));
  }, [conflict, resolve]);

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
    void draft.discard().then(() => abandon.current());
    onCancel();
  };

  useEffect(() => {
    panel.current?.querySelector<HTMLElement>("input:not([readonly]), select")?.focus();
  }, []);

  const itemsOf = (messages: Record<string, string>): SummaryItem[] =>
    fields.flatMap((field) => {
      const message = messages[field.field_name];
      return message ? [{ id: field.field_name, label: field.label ?? "", message }] : [];
    });

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (wasSubmitted(error)) return toReceipt();
    const visible = visibleFields(fields, form.read()).filter(isAsked);
    const mapped = mapErrors(
      errorItems(error.data),
      visible.map((field) => field.field_name),
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
    await draft.hold();
    try {
      const payload = payloadOf(fields, form.read());
      await props.check(payload);
      finished.current = true;
      await props.onSubmit(payload);
      draft.settled(draft.version());
    } catch (error) {
      finished.current = false;
      fail(error);
    } finally {
      draft.release();
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
    for (const changed of [name, ...marks]) draft.edited(changed);
  };

  const { second } = props;
  const visible = visibleFields(fields, form.answers).filter(isAsked);
  const inSecond = (field: FieldDef) => second !== undefined && field.field_name.startsWith(second.prefix);
  const list = {
    form,
    ...(props.widths ? { widths: props.widths } : {}),
    ...(props.extras ? { extras: props.extras } : {}),
    onEdited: edited,
    onLeft: () => void draft.flush(),
  };
  return (
    <div ref={panel} onKeyDown={onKeyDown}>
      <Folder headingId={props.headingId} tab={props.heading}>
        <div className={s.pad}>
          <FieldList fields={visible.filter((field) => !inSecond(field))} {...list} />
          {second && visible.some(inSecond) && (
            <>
              <h3 className={s.second}>{second.heading}</h3>
              <FieldList fields={visible.filter(inSecond)} {...list} />
            </>
          )}
          <DraftLine state={draft.state} unkept={unkeptOf(fields, form.answers)} />
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
