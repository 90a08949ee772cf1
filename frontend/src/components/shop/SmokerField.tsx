import { useLingui } from "@lingui/react/macro";
import { SelectField } from "../form/SelectField";
import type { QuoteForm } from "./useQuoteForm";

/** Only where the quote has an answer: a plan whose price depends on it asks first. */
export function SmokerField({ form, prefix }: { form: QuoteForm; prefix: string }) {
  const { t } = useLingui();
  if (form.values.is_smoker === undefined) return null;
  return (
    <SelectField
      label={t`Do you smoke?`}
      id={`${prefix}-smoker`}
      name="is_smoker"
      value={form.values.is_smoker}
      options={[
        { value: "0", label: t`No` },
        { value: "1", label: t`Yes` },
      ]}
      error={form.errors.is_smoker}
      onChange={(event) => form.set("is_smoker", event.target.value)}
    />
  );
}
