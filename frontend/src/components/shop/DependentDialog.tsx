import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, type FieldErrors } from "@/lib/api";
import { parseDay, today } from "@/lib/dates";
import { useClientName } from "@/lib/shop/client";
import { maxChildren, needsChildren, needsSpouse, saveDependents } from "@/lib/shop/filter";
import { FIELD_REQUIRED, quoteMessage } from "@/lib/shop/labels";
import type { DependentInfo } from "@/lib/shop/types";
import { DateField } from "../form/DateField";
import { SelectField } from "../form/SelectField";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import s from "./Dialogs.module.css";

interface DependentDialogProps {
  tier: string;
  known: DependentInfo | null;
  planId?: number | undefined;
  onClose: () => void;
}

/** Whom the tier adds: the spouse's date of birth, the number of children. */
export default function DependentDialog({ tier, known, planId, onClose }: DependentDialogProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [spouse, setSpouse] = useState(known?.spouse_dob ?? "");
  const [children, setChildren] = useState(known?.no_of_children ? String(known.no_of_children) : "");
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const person = useClientName();
  const withSpouse = needsSpouse(tier);
  const withChildren = needsChildren(tier);

  const fields = useRef<HTMLDivElement>(null);
  const refused = useRef(false);

  // What is wrong takes the focus, once it is marked.
  useEffect(() => {
    if (!refused.current) return;
    refused.current = false;
    fields.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  });
  const refuse = (problems: FieldErrors) => {
    refused.current = true;
    setErrors(problems);
  };

  const check = (): FieldErrors => {
    const newErrors: FieldErrors = {};
    if (withSpouse && !spouse) newErrors.dep_dob = i18n._(FIELD_REQUIRED);
    else if (withSpouse && !parseDay(spouse)) newErrors.dep_dob = i18n._(quoteMessage("date"));
    if (withChildren && !children) newErrors.no_of_children = i18n._(FIELD_REQUIRED);
    return newErrors;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const newErrors = check();
    setProblem(null);
    if (Object.keys(newErrors).length) return refuse(newErrors);
    setErrors({});
    setBusy(true);
    try {
      if (withSpouse) await saveDependents({ spouse_dob: spouse }, planId);
      if (withChildren) await saveDependents({ no_of_children: Number(children) }, planId);
      await client.invalidateQueries({ queryKey: ["quote"] });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.hasFieldErrors) refuse(error.fieldErrors);
      else
        setProblem(
          (error instanceof ApiError && error.message) || t`We could not save this. Please try again.`,
        );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={person ? <Trans>Who is covered with {person}?</Trans> : <Trans>Who is covered with you?</Trans>}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose}>{t`Not now`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Saving`}>
            <Trans>Update prices</Trans>
          </Button>
        </>
      }
    >
      <p className={s.why}>
        {person ? (
          <Trans>Some insurers price by the people covered. We use this only for the prices.</Trans>
        ) : (
          <Trans>Some insurers price by the people covered. We use this only for your prices.</Trans>
        )}
      </p>
      <div className="stack" ref={fields}>
        {withSpouse && (
          <DateField
            label={t`Spouse DOB`}
            id="dependent-dob"
            value={spouse}
            to={today()}
            error={errors.dep_dob ?? errors.spouse_dob}
            onChange={(event) => {
              setSpouse(event.target.value);
              setErrors({});
            }}
          />
        )}
        {withChildren && (
          <SelectField
            label={t`Number of children`}
            id="dependent-children"
            value={children}
            placeholder={t`Select`}
            options={Array.from({ length: maxChildren(tier) }, (_, index) => ({
              value: String(index + 1),
              label: String(index + 1),
            }))}
            error={errors.no_of_children}
            onChange={(event) => {
              setChildren(event.target.value);
              setErrors({});
            }}
          />
        )}
      </div>
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}
