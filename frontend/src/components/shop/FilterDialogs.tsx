import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { ApiError, type FieldErrors } from "@/lib/api";
import { money } from "@/lib/format";
import { masks } from "@/lib/masks";
import { useClientName, useWorks } from "@/lib/shop/client";
import { type FilterChanges, useSaveFilter } from "@/lib/shop/filter";
import { FIELD_REQUIRED } from "@/lib/shop/labels";
import type { FilterInfo } from "@/lib/shop/types";
import { RadioGroup } from "../form/Choices";
import { MaskedField } from "../form/TextField";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import s from "./Dialogs.module.css";

/** Saves a change of the quote and closes; field messages of the server stay in the dialog. */
function useFilterDialog(onClose: () => void) {
  const { t } = useLingui();
  const save = useSaveFilter();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (changes: FilterChanges) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await save(changes);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.hasFieldErrors) setErrors(error.fieldErrors);
      else
        setProblem(
          (error instanceof ApiError && error.message) || t`We could not save this. Please try again.`,
        );
    } finally {
      setBusy(false);
    }
  };
  return { errors, setErrors, problem, busy, submit };
}

interface DialogProps {
  filter: FilterInfo;
  planId?: number | undefined;
  onClose: () => void;
}

/** What disability and some life plans depend on. */
function IncomeDialog({
  filter,
  planId,
  onClose,
  field,
  wanted,
}: DialogProps & { field: "income" | "hours"; wanted: string }) {
  const { t, i18n } = useLingui();
  const [income, setIncome] = useState(
    masks.dollars.format(String(filter.annual_income ?? filter.annual_incode ?? "")),
  );
  const [hours, setHours] = useState(String(filter.working_hours ?? ""));
  const amount = wanted && money(wanted);
  const works = useWorks();
  const { errors, setErrors, problem, busy, submit } = useFilterDialog(onClose);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const annual_incode = masks.dollars.parse(income);
    const working_hours = masks.hours.parse(hours);
    if (field === "income" && !annual_incode) return setErrors({ annual_incode: i18n._(FIELD_REQUIRED) });
    if (field === "hours" && !working_hours) return setErrors({ working_hours: i18n._(FIELD_REQUIRED) });
    void submit({ annual_incode, working_hours, ...(planId ? { plan_id: planId } : {}) });
  };

  return (
    <Dialog
      title={<Trans>Annual Income</Trans>}
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Saving`}>
            <Trans>Update prices</Trans>
          </Button>
        </>
      }
    >
      <p className={s.why}>
        {works ? (
          <Trans>Some plans replace part of a client's pay, so income and hours set the price.</Trans>
        ) : (
          <Trans>
            Some plans replace part of your pay, so the insurer sets the price by your income and hours.
          </Trans>
        )}
      </p>
      <div className="stack">
        <MaskedField
          kind="dollars"
          label={t`Annual Income`}
          id="income"
          hint={field === "income" && wanted && t`This plan starts at ${amount} a year`}
          value={income}
          error={errors.annual_incode ?? errors.annual_income}
          onChange={(event) => {
            setIncome(event.target.value);
            setErrors({});
          }}
          {...(field === "income" ? { "data-autofocus": true } : {})}
        />
        <MaskedField
          kind="hours"
          label={t`Working Hours`}
          id="hours"
          hint={field === "hours" && wanted && t`This plan starts at ${wanted} hours`}
          unit={t`a week`}
          value={hours}
          error={errors.working_hours}
          onChange={(event) => {
            setHours(event.target.value);
            setErrors({});
          }}
          {...(field === "hours" ? { "data-autofocus": true } : {})}
        />
      </div>
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

/** Tobacco sets the price of many life and critical illness plans. The answer starts on No. */
function TobaccoDialog({ filter, planId, onClose }: DialogProps) {
  const { t } = useLingui();
  const person = useClientName();
  const [smoker, setSmoker] = useState(Number(filter.is_smoker ?? 0) ? "1" : "0");
  const { errors, problem, busy, submit } = useFilterDialog(onClose);
  return (
    <Dialog
      title={<Trans>Tobacco Usage</Trans>}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ is_smoker: smoker, ...(planId ? { plan_id: planId } : {}) });
      }}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Saving`}>
            <Trans>Update prices</Trans>
          </Button>
        </>
      }
    >
      <p className={s.why}>
        <Trans>Include cigarettes, cigars, vaping, or chewing tobacco in the past 12 months.</Trans>
      </p>
      <RadioGroup
        label={person ? t`Does ${person} smoke?` : t`Do you smoke?`}
        name="smoker"
        value={smoker}
        error={errors.is_smoker}
        onChange={(event) => setSmoker(event.target.value)}
        options={[
          { value: "1", label: t`Yes` },
          { value: "0", label: t`No` },
        ]}
      />
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

/** One lazy entry for the small dialogs that change the quote. */
export default function FilterDialog({
  kind,
  wanted = "",
  ...shared
}: DialogProps & {
  kind: "income" | "hours" | "tobacco";
  /** The least that helps. It is named, never filled in: the answer must be the shopper's own. */
  wanted?: string;
}) {
  return kind === "tobacco" ? (
    <TobaccoDialog {...shared} />
  ) : (
    <IncomeDialog {...shared} field={kind} wanted={wanted} />
  );
}
