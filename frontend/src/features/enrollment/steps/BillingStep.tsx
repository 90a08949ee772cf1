import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ChoiceCards, RadioGroup } from "@/components/form/Choices";
import { Banner } from "@/components/ui/Banner";
import { ApiError } from "@/lib/api";
import { digits } from "@/lib/masks";
import { type ExistingBank, type FieldsAnswer, wizardApi } from "../api";
import { useStepForm } from "../engine/useStepForm";
import { useFields, useStep } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import type { FieldExtra } from "../fields/widget";
import { StepBones } from "../parts/StepBones";
import { StepFailed, StepFrame } from "../parts/StepFrame";
import type { Answer } from "../types";
import s from "./Billing.module.css";

const NEW = "new";
const BANK_FIELDS = new Set([
  "account_name",
  "routing_number",
  "bank_name",
  "account_number",
  "account_type",
  "account_holder_type",
]);

/** The authority the applicant gives with an account, in the server's words. */
function Terms() {
  const { enrollmentId } = useStep();
  const { data } = useQuery({
    queryKey: ["wizard-billing-text", enrollmentId],
    queryFn: ({ signal }) => wizardApi.billingText(enrollmentId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const items = data?.items?.length ? data.items : data?.text ? [data.text] : [];
  if (!items.length) return null;
  return (
    <section className={s.terms} aria-labelledby="eft-terms">
      <h2 id="eft-terms">
        <Trans>What you authorize</Trans>
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

function Billing({ answer, banks }: { answer: FieldsAnswer; banks: ExistingBank[] }) {
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const [bank, setBank] = useState<string>(banks[0] ? String(banks[0].bank_id) : NEW);
  const isNew = bank === NEW;
  const method = answer.result.find((field) => field.field_name === "payment_method");
  const asked = answer.result.filter(
    (field) => field !== method && (isNew || !BANK_FIELDS.has(field.field_name)),
  );
  const given = answer.result.find((field) => field.field_name === "bank_name");
  const [bankLocked, setBankLocked] = useState(given?.read_only ?? false);
  const fields = asked.map((field) =>
    field.field_name === "bank_name" ? { ...field, read_only: bankLocked } : field,
  );
  const chosen = banks.find((one) => String(one.bank_id) === bank);
  const looked = useRef(
    String(answer.result.find((field) => field.field_name === "routing_number")?.value ?? ""),
  );

  const step = useStepForm({
    answer,
    fields,
    save: (payload, extra) => {
      const body = { ...payload, ...extra, payment_method: String(method?.value ?? "eft") };
      if (!chosen) return wizardApi.save(enrollmentId, tab.tab_name, body);
      return wizardApi.saveExistingBank(enrollmentId, { ...body, bank_id: chosen.bank_id });
    },
  });
  const { form } = step;

  const setBankName = (name: string, locked: boolean) => {
    setBankLocked(locked);
    form.set("bank_name", name.toUpperCase());
    if (name) form.forgive("bank_name");
  };
  /** The bank's name from its routing number: known banks are filled in, unknown ones may be typed. */
  const lookUp = async (answerNow: Answer) => {
    const routing = digits(String(answerNow));
    if (routing === looked.current) return;
    looked.current = routing;
    if (routing.length !== 9) return setBankName("", false);
    try {
      const name = (await wizardApi.bankName(routing)).response?.name ?? "";
      if (looked.current !== routing) return;
      form.forgive("routing_number");
      setBankName(name, name !== "");
    } catch (error) {
      if (looked.current !== routing || !(error instanceof ApiError) || error.offline) return;
      setBankName("", false);
      const message = Object.values(error.fieldErrors)[0] ?? error.message;
      if (message) form.fail({ routing_number: message });
    }
  };
  const extras: Record<string, FieldExtra> = {
    routing_number: { onBlur: (value) => void lookUp(value) },
    bank_name: { readOnly: bankLocked },
  };
  const isEft = String(method?.value ?? "eft") === "eft";
  return (
    <StepFrame title={answer.title || tab.title} lead={answer.lead} step={step}>
      {method && (
        <RadioGroup
          name="payment_method"
          label={method.label}
          value={String(method.value ?? "")}
          options={(method.options ?? []).map(({ value, label }) => ({ value, label }))}
        />
      )}
      {method?.hint && <Banner>{method.hint}</Banner>}
      {isEft && <Terms />}
      {isEft && banks.length > 0 && (
        <ChoiceCards
          name="existing_bank"
          label={t`Account`}
          value={bank}
          onChange={(event) => setBank(event.target.value)}
          choices={[
            ...banks.map((one) => ({
              value: String(one.bank_id),
              title: `${one.bank_name}, ${one.account_number}`,
              fact: one.account_name,
            })),
            { value: NEW, title: t`New bank account` },
          ]}
        />
      )}
      <FieldList
        fields={step.visible}
        form={form}
        extras={extras}
        onEdited={step.edited}
        onLeft={() => void step.draft.flush()}
      />
    </StepFrame>
  );
}

const listed = (result: ExistingBank[] | ExistingBank | null | undefined): ExistingBank[] =>
  Array.isArray(result) ? result : result ? [result] : [];

/** Billing Information: how the plans are paid. */
export default function BillingStep() {
  const { enrollmentId, tab } = useStep();
  const fields = useFields(tab.tab_name);
  const banks = useQuery({
    queryKey: ["wizard-banks", enrollmentId],
    queryFn: ({ signal }) => wizardApi.existingBanks(enrollmentId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (fields.data && (banks.data || banks.error)) {
    return <Billing answer={fields.data} banks={listed(banks.data?.result)} />;
  }
  if (fields.error) return <StepFailed title={tab.title} onRetry={() => void fields.refetch()} />;
  return <StepBones title={tab.title} />;
}
