import { Trans, useLingui } from "@lingui/react/macro";
import { Checkbox } from "@/components/form/Choices";
import { categoryLabel } from "@/lib/categories";
import s from "./Plans.module.css";

export interface FilterCategory {
  key: string;
  count?: number | undefined;
}

interface CategoryChoice {
  categories: FilterCategory[];
  picked: string[];
  onPick: (categories: string[]) => void;
}

const toggled = (picked: string[], key: string) =>
  picked.includes(key) ? picked.filter((item) => item !== key) : [...picked, key];

/** The multi-select itself; the aside and the phone dialog both hold it. */
export function CategoryChecks({ categories, picked, onPick, prefix }: CategoryChoice & { prefix: string }) {
  const { i18n } = useLingui();
  return (
    <fieldset className={s.checks}>
      <legend>
        <Trans>Choose Category</Trans>
      </legend>
      {categories.map(({ key, count }) => (
        <Checkbox
          key={key}
          small
          id={`${prefix}-${key}`}
          checked={picked.includes(key)}
          onChange={() => onPick(toggled(picked, key))}
          label={
            <span className={s.checkLine}>
              {i18n._(categoryLabel(key))}
              {count !== undefined && <em>{count}</em>}
            </span>
          }
        />
      ))}
    </fieldset>
  );
}

export function CategoryFilter(props: CategoryChoice) {
  const { t } = useLingui();
  return (
    <form className={s.filter} aria-label={t`Plan filter`}>
      <CategoryChecks {...props} prefix="filter" />
    </form>
  );
}
