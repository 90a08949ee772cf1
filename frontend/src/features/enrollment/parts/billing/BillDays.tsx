import { Trans } from "@lingui/react/macro";
import { FieldGroup } from "@/components/form/Field";
import { money } from "@/lib/format";
import type { FieldDef } from "../../types";
import s from "./Billing.module.css";
import { useTerms } from "./Terms";

interface BillDaysProps {
  field: FieldDef;
  value: string;
  error: string | undefined;
  way: string;
  onChange: (day: string) => void;
}

/** "28th of month" as a large "28th" and the rest: whatever the language puts around the number. */
function parts(label: string): [string, string] {
  const words = label.split(" ");
  const large = words.find((word) => /\d/.test(word)) ?? label;
  return [large, words.filter((word) => word !== large).join(" ")];
}

/** The days of the month to choose from, and what is charged when with the chosen one. */
export function BillDays({ field, value, error, way, onChange }: BillDaysProps) {
  const charges = useTerms(way, value)?.charges;
  return (
    <div className={s.billing}>
      <FieldGroup id={field.field_name} role="radiogroup" label={field.label} error={error}>
        <div className={s.days}>
          {(field.options ?? []).map((option) => {
            const [large, rest] = parts(option.label);
            return (
              <label key={option.value}>
                <input
                  type="radio"
                  name={field.field_name}
                  value={option.value}
                  checked={value === String(option.value)}
                  onChange={(event) => onChange(event.target.value)}
                />
                <span>
                  <span className="sr">{option.label}</span>
                  <b aria-hidden="true">{large}</b>
                  <span aria-hidden="true">{rest}</span>
                </span>
              </label>
            );
          })}
        </div>
      </FieldGroup>
      <p className="small" role="status">
        {charges && <When {...charges} />}
      </p>
    </div>
  );
}

function When(props: { first: string; first_by: string; monthly: string; monthly_from: string | null }) {
  const { first_by: by, monthly_from: from } = props;
  const [first, monthly] = [money(props.first), money(props.monthly)];
  if (!from)
    return (
      <Trans>
        First payment <b className="num">{first}</b> by <b className="num">{by}</b>. Then{" "}
        <b className="num">{monthly}</b> a month.
      </Trans>
    );
  return (
    <Trans>
      First payment <b className="num">{first}</b> by <b className="num">{by}</b>. Then{" "}
      <b className="num">{monthly}</b> a month, starting on <b className="num">{from}</b>.
    </Trans>
  );
}
