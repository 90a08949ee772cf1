import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { categoryLabel } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/router";
import { useWorks } from "@/lib/shop/client";
import type { PlanItem } from "@/lib/shop/types";
import type { Chosen } from "../chosen";
import s from "./Choose.module.css";
import { type FacetOffer, offers, pricesOf } from "./counts";
import { known } from "./facets";
import { PriceRange } from "./PriceRange";
import { FACET_NAMES, useWords } from "./words";

export interface FacetsProps {
  /** Before anything is chosen. */
  plans: PlanItem[];
  /** What comes with any cart beside the prices. */
  note: string;
  chosen: Chosen;
  search: string;
  onChoose: (key: string, value: string) => void;
}

interface OfferProps extends Pick<FacetsProps, "chosen" | "onChoose"> {
  offer: FacetOffer;
  prefix: string;
}

function Choices({ offer, chosen, onChoose, prefix }: OfferProps) {
  const { t, i18n } = useLingui();
  const { wordsOf } = useWords();
  const { key, options } = offer;
  const all = [{ value: "", count: null, name: t`Any` }, ...options];
  const name = FACET_NAMES[key];
  return (
    <fieldset className={s.set}>
      <legend>{name && i18n._(name)}</legend>
      <div className={s.options}>
        {all.map(({ value, count, ...of }) => (
          <label key={value} className={cx(s.option, !value && s.any, count === 0 && s.zero)}>
            <input
              type="radio"
              name={`${prefix}-${key}`}
              value={value}
              checked={(chosen[key] ?? "") === value}
              onChange={() => onChoose(key, value)}
            />
            <span>
              {value ? wordsOf(key, value, of.name) : of.name}
              {count !== null && <em> {count}</em>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The facets of a list of plans, in the aside and in the sheet of phones. */
export function FacetSets(props: FacetsProps & { prefix: string }) {
  const { plans, note, search, onChoose, prefix } = props;
  const chosen = useMemo(() => known(props.chosen, plans), [props.chosen, plans]);
  const { t, i18n } = useLingui();
  const works = useWorks();
  const sets = useMemo(() => offers(plans, chosen, search), [plans, chosen, search]);
  const prices = useMemo(() => pricesOf(plans), [plans]);
  const categories = [...new Set(sets.flatMap(({ category }) => category ?? []))];
  const only = new Set(plans.map((plan) => plan.plan_category)).size === 1;
  const shared = { chosen, onChoose, prefix };
  return (
    <>
      {categories.length > 0 && (
        <p className={s.fit}>
          <Link to="/plan-fit">{works ? t`Which plan fits?` : t`Which plan fits me?`}</Link>
        </p>
      )}
      {prices && (
        <PriceRange
          id={`${prefix}-price`}
          prices={prices}
          note={note}
          value={chosen.price}
          onChoose={(value) => onChoose("price", value)}
        />
      )}
      {categories.map((category, index) => {
        const categorySets = sets.filter((set) => set.category === category);
        const list = categorySets.map((offer) => <Choices key={offer.key} offer={offer} {...shared} />);
        return only ? (
          list
        ) : (
          <details
            key={category}
            className={s.group}
            open={index === 0 || categorySets.some(({ key }) => chosen[key])}
          >
            <summary>{i18n._(categoryLabel(category))}</summary>
            {list}
          </details>
        );
      })}
      {sets
        .filter(({ category }) => !category)
        .map((offer) => (
          <Choices key={offer.key} offer={offer} {...shared} />
        ))}
    </>
  );
}

/** Beside the list; on phones it is a sheet. */
export default function Facets(props: FacetsProps) {
  const { t } = useLingui();
  return (
    <form className={s.aside} aria-label={t`Narrow the plans`}>
      <FacetSets {...props} prefix="narrow" />
    </form>
  );
}
