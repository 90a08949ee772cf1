import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import type { ListedYear } from "@/client";
import type { Buyable } from "@/components/shop/useCartActions";
import type { PriceFixes } from "@/components/shop/usePriceFixes";
import { Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { categoryLabel } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import type { Compared } from "@/lib/shop/compare";
import type { PlanItem, PriceError } from "@/lib/shop/types";
import { usePieces } from "@/lib/usePieces";
import { useStable } from "@/lib/useStable";
import { PlanRow } from "./PlanRow";
import s from "./Plans.module.css";
import { bySection, foldedAfter, priceSpan, yearScale } from "./sort";

const RowMoves = lazy(() => import("./moves/RowMoves"));
const YearLegend = lazy(withTexts("choosing", () => import("./choose/YearLegend")));

/** Of more plans the rows out of sight are not laid out. */
const MANY = 80;
/** Rows that come at once, and pieces that a list comes in at most. */
const ROWS = 4;
const PIECES = 6;

interface PlanSectionsProps {
  plans: PlanItem[];
  order: string[];
  /** Old prices stay visible and dimmed while new ones load. */
  stale: boolean;
  busyPlan: number | null;
  refusal: { planId: number; error: PriceError } | null;
  onAdd: (plan: Buyable) => void;
  fixes: PriceFixes;
  compared: Compared;
  /** By plan, in the order by yearly cost. */
  years: Map<number, ListedYear>;
  /** What the same care costs without a plan, by category. */
  without: Record<string, string> | null;
  /** Categories of which all plans are shown, or "all". */
  opened: string[];
  onOpen: (category: string) => void;
}

/** The rest of a folded section; its first row takes the focus once it is there. */
function More({ folded, onOpen }: { folded: PlanItem[]; onOpen: () => void }) {
  const { t } = useLingui();
  const count = folded.length;
  const span = priceSpan(folded);
  const [from, to] = span ? [money(span[0]), money(span[1])] : ["", ""];
  return (
    <button type="button" className={s.more} onClick={onOpen}>
      <b>{t`${plural(count, { one: "# more", other: "# more" })}`}</b>
      {span && <span>{t`${from} to ${to} a month`}</span>}
      <Icon name="down" size="sm" />
    </button>
  );
}

export function PlanSections(props: PlanSectionsProps) {
  const { plans, order, stale, busyPlan, refusal, fixes, compared, opened, onOpen, years, without } = props;
  const onAdd = useStable(props.onAdd);
  const onFix = useStable(fixes.fixPrice);
  const { t, i18n } = useLingui();
  const listed = bySection(plans, order);
  const sections = listed.map(([category, list]) => {
    const open = opened.includes("all") || opened.includes(category);
    return { category, list, unfolded: open ? list.length : foldedAfter(list.length, listed.length) };
  });
  const rows = sections.reduce((sum, { unfolded }) => sum + unfolded, 0);
  const piece = Math.max(ROWS, Math.ceil(rows / PIECES));
  let room = piece * usePieces(Math.ceil(rows / piece));
  const whole = room >= rows;
  const box = useRef<HTMLDivElement>(null);
  const opening = useRef<{ category: string; row: number } | null>(null);
  useLayoutEffect(() => {
    if (!opening.current) return;
    const { category, row } = opening.current;
    const link = box.current?.querySelectorAll<HTMLElement>(`[data-cat="${category}"] article h3 a`)[row];
    if (!link) return;
    opening.current = null;
    link.focus({ preventScroll: true });
  });
  return (
    <div
      ref={box}
      className={cx(stale && s.stale, plans.length > MANY && s.many, !whole && s.coming)}
      aria-busy={stale || undefined}
    >
      <Suspense fallback={null}>{plans.length > 0 && <RowMoves list={box} />}</Suspense>
      {sections.map(({ category, list, unfolded }) => {
        const count = list.length;
        const uninsured = list.some(({ pid }) => years.has(pid)) ? without?.[category] : undefined;
        const scale = uninsured ? yearScale(list, years, uninsured) : 0;
        const few = Math.min(unfolded, room);
        room -= few;
        return few === 0 ? null : (
          <Folder
            key={category}
            category={category}
            headingId={`section-${category}`}
            tab={i18n._(categoryLabel(category))}
            count={t`${plural(count, { one: "# plan", other: "# plans" })}`}
            className={cx(s.sectionFolder, few === unfolded && few < count && s.folded)}
          >
            {uninsured && (
              <Suspense fallback={null}>
                <YearLegend without={uninsured} />
              </Suspense>
            )}
            {list.slice(0, few).map((plan) => (
              <PlanRow
                key={plan.pid}
                plan={plan}
                busy={busyPlan === plan.pid}
                refusal={refusal?.planId === plan.pid ? refusal.error : null}
                onAdd={onAdd}
                onFix={onFix}
                fixing={fixes.fixing === plan.pid}
                failure={fixes.failure?.planId === plan.pid ? fixes.failure.message : null}
                compared={compared.ids.includes(plan.pid)}
                compareFull={compared.full}
                year={years.get(plan.pid) ?? null}
                without={uninsured}
                scale={scale}
              />
            ))}
            {few === unfolded && few < count && (
              <More
                folded={list.slice(few)}
                onOpen={() => {
                  opening.current = { category, row: few };
                  onOpen(category);
                }}
              />
            )}
          </Folder>
        );
      })}
    </div>
  );
}
