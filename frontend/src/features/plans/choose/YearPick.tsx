import { Trans } from "@lingui/react/macro";
import type { ListedYears } from "@/client";
import field from "@/components/form/fields.module.css";
import { useWorks } from "@/lib/shop/client";
import s from "./ListedYear.module.css";

interface YearPickProps {
  care: string;
  choices: ListedYears["choices"];
  onPick: (care: string) => void;
}

/** The year of care that plans are compared by. */
export default function YearPick({ care, choices, onPick }: YearPickProps) {
  const works = useWorks();
  return (
    <div className={s.pick}>
      <label className="small" htmlFor="your-year">
        {works ? <Trans>The member's year</Trans> : <Trans>Your year</Trans>}
      </label>
      <select
        id="your-year"
        className={field.select}
        value={care}
        onChange={(event) => onPick(event.target.value)}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
