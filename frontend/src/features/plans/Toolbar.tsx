import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import field from "@/components/form/fields.module.css";
import { Chip, Chips } from "@/components/ui/Badge";
import { Button, LinkButton } from "@/components/ui/Button";
import { categoryLabel } from "@/lib/categories";
import { cx } from "@/lib/cx";
import type { FilterCategory } from "./CategoryFilter";
import s from "./Plans.module.css";
import type { SortKey } from "./sort";

const CategoryDialog = lazy(() => import("./CategoryDialog"));

interface ToolbarProps {
  categories: FilterCategory[];
  picked: string[];
  onPick: (categories: string[]) => void;
  sort: SortKey;
  onSort: (sort: SortKey) => void;
  priced: boolean;
}

export function Toolbar({ categories, picked, onPick, sort, onSort, priced }: ToolbarProps) {
  const { t, i18n } = useLingui();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={s.toolbar}>
      {picked.length > 0 ? (
        <Chips label={t`Selected categories`}>
          {picked.map((key) => {
            const name = i18n._(categoryLabel(key));
            return (
              <Chip key={key} name={name} onRemove={() => onPick(picked.filter((item) => item !== key))}>
                {name}
              </Chip>
            );
          })}
          <LinkButton className="small" onClick={() => onPick([])}>
            <Trans>Clear all</Trans>
          </LinkButton>
        </Chips>
      ) : (
        <span className="only-d" />
      )}
      <Button size="sm" icon="filter" className="only-m" onClick={() => setChoosing(true)}>
        <Trans>Choose Category</Trans>
      </Button>
      {priced && (
        <div className={s.sort}>
          <label className="small" htmlFor="sort">
            <Trans>Sort</Trans>
          </label>
          <select
            id="sort"
            className={cx(field.select, s.sortSelect)}
            value={sort}
            onChange={(event) => onSort(event.target.value as SortKey)}
          >
            <option value="low">{t`Monthly price, low first`}</option>
            <option value="high">{t`Monthly price, high first`}</option>
            <option value="name">{t`Plan name`}</option>
          </select>
        </div>
      )}
      {choosing && (
        <Suspense fallback={null}>
          <CategoryDialog
            categories={categories}
            picked={picked}
            onPick={onPick}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
