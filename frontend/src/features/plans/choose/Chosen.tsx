import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Chip, Chips } from "@/components/ui/Badge";
import { Button, LinkButton } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { announce } from "@/lib/announce";
import { slug } from "@/lib/format";
import type { PlanItem } from "@/lib/shop/types";
import s from "./Choose.module.css";
import { waysOut } from "./counts";
import type { FacetsProps } from "./Facets";
import { known } from "./facets";
import { useWords } from "./words";

interface ChosenProps extends Omit<FacetsProps, "note"> {
  /** Plans that are left. */
  count: number;
  onFind: (words: string) => void;
  onClear: () => void;
}

const carrierName = (plans: PlanItem[], value: string) =>
  plans.find((plan) => slug(plan.carrier_name) === value)?.carrier_name;

const focusSearch = () => document.getElementById("search-plans")?.focus({ preventScroll: true });

/** The number of plans that fit, the choices, each removable, and the ways out where nothing fits. */
export default function Chosen(props: ChosenProps) {
  const { plans, search, count, onChoose, onFind, onClear } = props;
  const chosen = known(props.chosen, plans);
  const { t } = useLingui();
  const { chosenWords } = useWords();
  const bar = useRef<HTMLDivElement>(null);
  const all = plans.length;
  const fit = t`${plural(all, { one: `${count} of # plan fits`, other: `${count} of # plans fit` })}`;
  const allShown = t`${plural(all, { one: "# plan", other: "# plans" })}`;
  const keys = [...(search ? ["q"] : []), ...Object.keys(chosen)];
  const any = keys.length > 0;
  useEffect(() => {
    if (any) announce(fit);
  }, [fit, any]);

  const words = (key: string) =>
    key === "q" ? `“${search}”` : chosenWords(key, chosen[key] ?? "", carrierName(plans, chosen[key] ?? ""));
  const takeAway = (key: string) => {
    if (keys.length === 1) announce(allShown);
    if (key === "q") onFind("");
    else onChoose(key, "");
  };

  // The chip goes: the focus moves to its neighbour, or to where one searches.
  const remove = (key: string) => {
    const chips = [...(bar.current?.querySelectorAll<HTMLElement>("span button") ?? [])];
    const at = keys.indexOf(key);
    const next = chips[at + 1] ?? chips[at - 1];
    if (next) next.focus({ preventScroll: true });
    else focusSearch();
    takeAway(key);
  };
  const clear = () => {
    focusSearch();
    announce(allShown);
    onClear();
  };
  if (!any) return null;
  const removals = count === 0 ? waysOut(plans, chosen, search).slice(0, 3) : [];
  return (
    <>
      <div className={s.chosen} ref={bar}>
        <p className="small">
          <strong>{fit}</strong>
        </p>
        <Chips label={t`Selected filters`}>
          {keys.map((key) => (
            <Chip key={key} name={words(key)} onRemove={() => remove(key)}>
              {words(key)}
            </Chip>
          ))}
          <LinkButton className="small" onClick={clear}>
            <Trans>Clear filters</Trans>
          </LinkButton>
        </Chips>
      </div>
      {count === 0 && all > 0 && (
        <Empty
          title={<Trans>No plan matches all of these</Trans>}
          action={
            <div className={s.ways}>
              {removals.map((way) => {
                const left = way.count;
                const filter = words(way.key);
                const press = () => {
                  focusSearch();
                  takeAway(way.key);
                };
                return (
                  <Button key={way.key} size="sm" onClick={press}>
                    {t`${plural(left, { one: `Without ${filter}: # plan`, other: `Without ${filter}: # plans` })}`}
                  </Button>
                );
              })}
              <Button size="sm" onClick={clear}>
                <Trans>Clear filters</Trans>
              </Button>
            </div>
          }
        >
          {removals.length > 0 && <Trans>Remove one of them to see plans again.</Trans>}
        </Empty>
      )}
    </>
  );
}
