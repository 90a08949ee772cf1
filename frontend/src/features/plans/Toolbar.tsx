import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useRef, useState } from "react";
import type { ListedYears } from "@/client";
import field from "@/components/form/fields.module.css";
import { Chip, Chips } from "@/components/ui/Badge";
import { Button, LinkButton } from "@/components/ui/Button";
import { categoryLabel } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { withTexts } from "@/lib/i18n";
import type { FilterCategory } from "./CategoryFilter";
import type { FacetsProps } from "./choose/Facets";
import s from "./Plans.module.css";
import { SearchField } from "./SearchField";
import type { SortKey } from "./sort";
import type { Listing } from "./useListing";

const CategoryDialog = lazy(() => import("./CategoryDialog"));
const FacetDialog = lazy(withTexts("choosing", () => import("./choose/FacetDialog")));
const YearPick = lazy(withTexts("choosing", () => import("./choose/YearPick")));

interface ToolbarProps {
  categories: FilterCategory[];
  onPick: (categories: string[]) => void;
  listing: Listing;
  facets: FacetsProps;
  /** How many chosen values narrow these plans. */
  active: number;
  /** Plans that are left. */
  count: number;
  priced: boolean;
  /** In the order by yearly cost. */
  years: ListedYears | null;
}

export function Toolbar({ categories, onPick, listing, facets, active, count, priced, years }: ToolbarProps) {
  const { picked, search, sort } = listing;
  const { t, i18n } = useLingui();
  const [choosing, setChoosing] = useState<"categories" | "facets" | null>(null);
  // On phones the plans stand far below what narrows them.
  const showPlans = () => {
    setChoosing(null);
    bar.current?.scrollIntoView();
  };
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
      <SearchField words={search} onFind={listing.find} />
      <Button size="sm" icon="filter" className="only-m" onClick={() => setChoosing("categories")}>
        <Trans>Choose Category</Trans>
      </Button>
      <Button size="sm" className="only-m" onClick={() => setChoosing("facets")}>
        <Trans>Filters</Trans>
        {active > 0 && <b className={s.number}>{active}</b>}
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
            onChange={(event) => listing.sortBy(event.target.value as SortKey)}
          >
            <option value="low">{t`Monthly price, low to high`}</option>
            <option value="high">{t`Monthly price, high to low`}</option>
            <option value="name">{t`Plan name`}</option>
            <option value="year">{t`Lowest yearly cost`}</option>
          </select>
        </div>
      )}
      {years && (
        <Suspense fallback={null}>
          <YearPick care={listing.care} choices={years.choices} onPick={listing.careFor} />
        </Suspense>
      )}
      {picked.length > 0 && (
        <div className={s.picked}>
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
        </div>
      )}
      {choosing && (
        <Suspense fallback={null}>
          {choosing === "categories" ? (
            <CategoryDialog
              categories={categories}
              picked={picked}
              count={count}
              onPick={onPick}
              onClose={showPlans}
            />
          ) : (
            <FacetDialog {...facets} count={count} onClear={listing.clear} onClose={showPlans} />
          )}
        </Suspense>
      )}
    </div>
  );
}
