import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Checkbox } from "@/components/form/Choices";
import { LinkButton } from "@/components/ui/Button";
import { categoryLabel } from "@/lib/categories";
import { focusInstead } from "@/lib/page";
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

/** Beside the list, so that what narrows it stands near. */
const FEW = 6;

/** The multi-select itself; the aside and the phone dialog both hold it. */
export function CategoryChecks(props: CategoryChoice & { prefix: string; short?: boolean }) {
  const { categories, picked, onPick, prefix, short } = props;
  const { t, i18n } = useLingui();
  const [whole, setWhole] = useState(!short);
  const visible =
    whole || categories.length <= FEW + 1
      ? categories
      : categories.filter(({ key }, index) => index < FEW || picked.includes(key));
  const count = categories.length - visible.length;
  return (
    <fieldset className={s.checks}>
      <legend>
        <Trans>Choose Category</Trans>
      </legend>
      {visible.map(({ key, count }) => (
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
      {count > 0 && (
        <LinkButton
          className="small"
          onClick={({ currentTarget }) => {
            focusInstead(null, currentTarget.form?.querySelectorAll<HTMLElement>("input")[FEW - 1] ?? null);
            setWhole(true);
          }}
        >
          {t`${plural(count, { one: "# more", other: "# more" })}`}
        </LinkButton>
      )}
    </fieldset>
  );
}

export function CategoryFilter(props: CategoryChoice) {
  const { t } = useLingui();
  return (
    <form className={s.filter} aria-label={t`Plan filter`}>
      <CategoryChecks {...props} prefix="filter" short />
    </form>
  );
}
