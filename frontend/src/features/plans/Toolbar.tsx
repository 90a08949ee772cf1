import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useRef, useState } from "react";
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
  const bar = useRef<HTMLDivElement>(null);
  const removedChips = useRef(new WeakSet<Element>());

  // The chip goes: the focus moves to its neighbour, or to where categories are chosen. A neighbour that was pressed a
  // moment ago may still be there.
  const remove = (key: string) => {
    const chips = [...(bar.current?.querySelectorAll<HTMLElement>("[role=group] span button") ?? [])];
    const at = picked.indexOf(key);
    if (chips[at]) removedChips.current.add(chips[at]);
    const nearest = [...chips.slice(at + 1), ...chips.slice(0, at).reverse()];
    toNext(
      nearest.find((chip) => !removedChips.current.has(chip)),
      key,
    );
    onPick(picked.filter((item) => item !== key));
  };
  const clear = () => {
    toNext(undefined, picked[0]);
    onPick([]);
  };
  const toNext = (chip: HTMLElement | undefined, key: string | undefined) => {
    const places = [
      chip,
      document.getElementById(`filter-${key}`),
      bar.current?.querySelector<HTMLElement>("button.only-m"),
    ];
    places.find((place) => place?.checkVisibility())?.focus({ preventScroll: true });
  };
  return (
    <div className={s.toolbar} ref={bar}>
      {picked.length > 0 ? (
        <Chips label={t`Selected categories`}>
          {picked.map((key) => {
            const name = i18n._(categoryLabel(key));
            return (
              <Chip key={key} name={name} onRemove={() => remove(key)}>
                {name}
              </Chip>
            );
          })}
          <LinkButton className="small" onClick={clear}>
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
