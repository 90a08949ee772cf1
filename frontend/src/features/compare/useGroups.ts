import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ListedYears } from "@/client";
import { categoryLabel } from "@/lib/categories";
import { cents, fromCents, money } from "@/lib/format";
import type { PricedPlan } from "@/lib/shop/types";
import { type Line, type LineGroup, makeLine, scaled, textGroup, textLine } from "./lines";
import { benefitGroups, costRows, factRows, type Row, type Words, waitingRows } from "./rows";
import type { PlanColumn } from "./useColumns";
import type { FirstCare } from "./useYears";

function useWords(): Words {
  const { t } = useLingui();
  return {
    deductible: t`Deductible`,
    maximum: t`Annual maximum`,
    orthodontia: t`Orthodontia maximum`,
    outOfPocket: t`Most you pay in a year`,
    noDeductible: t`No deductible`,
    noMaximum: t`No limit`,
    perPerson: (one, family) => (family ? t`${one} per person, ${family} per family` : t`${one} per person`),
    waiting: (months) => t`${plural(months, { one: "# month", other: "# months" })}`,
    noWaiting: t`None`,
    allWaiting: t`All covered care`,
  };
}

/** The services by whose waits are the same everywhere, each list once. */
function alike(names: string[], waits: (number | null)[][]): { names: string[]; waits: (number | null)[] }[] {
  const byWaits = new Map<string, { names: string[]; waits: (number | null)[] }>();
  names.forEach((name, at) => {
    const row = waits[at] ?? [];
    const known = byWaits.get(row.join());
    if (known) known.names.push(name);
    else byWaits.set(row.join(), { names: [name], waits: row });
  });
  return [...byWaits.values()];
}

/** Rows of typical care, its cost and waiting period, for each kind of plan whose costs are numbers. */
function useCareGroups(columns: PlanColumn[], care: Map<number, FirstCare[]>): LineGroup[] {
  const { t } = useLingui();
  const words = useWords();
  const kinds = [...new Set([...care.values()].flat().map(({ category }) => category))];
  return kinds.flatMap((kind) => {
    const services = [...care.values()].find((list) => list[0]?.category === kind) ?? [];
    const rows = services.map((service) => ({
      service,
      own: columns.map(({ id }) => care.get(id)?.find((entry) => entry.service === service.service)),
    }));
    const ofKind = columns.map(({ plan }) => plan?.plan_category === kind);
    const pays = rows
      .filter(({ own }) => own.some((entry) => entry && entry.waiting_months !== null))
      .map(({ service, own }) =>
        makeLine(
          {
            key: `care/${service.service}`,
            label: service.label,
            note: t`Typical fee ${money(service.fee)}`,
          },
          own.map((entry, at) => {
            if (!ofKind[at]) return null;
            if (!entry?.own) return { text: t`Ask the insurer`, value: null };
            const value = cents(entry.own);
            return {
              text: money(entry.own),
              note: entry.note,
              value,
              bar: [value / (cents(entry.fee) || 1)],
            };
          }),
          { want: "low", word: t`Lowest` },
        ),
      );
    const waits = alike(
      rows.map(({ service }) => service.label),
      rows.map(({ own }) => own.map((entry) => entry?.waiting_months ?? null)),
    )
      .filter(({ waits }) => waits.some((wait) => wait !== null))
      .map(({ names, waits }) =>
        makeLine(
          { key: `wait/${names.join()}`, label: names.join(", ") },
          waits.map((wait, at) => {
            if (!ofKind[at]) return null;
            if (wait === null) {
              const known = care.get(columns[at]?.id ?? 0)?.length;
              return { text: known ? t`Not covered` : t`Ask the insurer`, value: null };
            }
            return { text: wait > 0 ? words.waiting(wait) : t`From day one`, value: wait, wait };
          }),
          { want: "low", word: t`Soonest` },
        ),
      );
    return [
      {
        key: `care/${kind}`,
        title: kind === "vision" ? t`You pay at the eye doctor` : t`You pay at the dentist`,
        note: t`What you pay in network for the first visit of the year, after any waiting period. Copays and coinsurance are both shown in dollars.`,
        lines: pays,
      },
      {
        key: `wait/${kind}`,
        title: t`When it starts to pay`,
        note: t`Each square is one of the first 12 months. An empty square is a month of waiting.`,
        lines: waits,
      },
    ];
  });
}

/** Deductible and maximums: amounts on one scale, no limit as an arrow. */
function useCostLines(
  columns: PlanColumn[],
  rows: Row[],
  words: Words,
  care: Map<number, FirstCare[]>,
): Line[] {
  const { t } = useLingui();
  const share = ({ plan, option }: PlanColumn) => {
    const all = plan?.cost_shares ?? [];
    return all.find((limits) => limits.option === option) ?? all.find((limits) => limits.option === "");
  };
  const maxima = columns.map((column) => share(column)?.annual_maximum);
  const bars = scaled(maxima);
  return rows.map((row) => {
    if (row.key === "maximum") {
      return makeLine(
        { ...row, note: t`What the plan pays each person` },
        row.cells.map((text, at) => {
          if (text === null) return null;
          const unlimited = text === words.noMaximum;
          const value = unlimited ? Number.POSITIVE_INFINITY : cents(maxima[at] ?? "0");
          return { text, value, unlimited, bar: unlimited ? [1] : (bars[at] ?? []) };
        }),
        { want: "high", word: t`Highest` },
      );
    }
    if (row.key === "orthodontia") {
      const braces = columns.map(({ id }) => care.get(id)?.find(({ service }) => service === "braces"));
      return makeLine(
        row,
        row.cells.map((text, at) => {
          const treatment = braces[at];
          const unstated =
            treatment && (treatment.waiting_months === null ? t`Not covered` : words.noMaximum);
          const known = text ?? unstated;
          return known ? { text: known, value: null } : null;
        }),
      );
    }
    if (row.key !== "deductible") return textLine(row);
    return makeLine(
      row,
      row.cells.map((text, at) => {
        const column = columns[at];
        const amount = column && share(column)?.deductible_individual;
        return text === null ? null : { text, value: amount ? cents(amount) : null };
      }),
      { want: "low", word: t`Lowest` },
    );
  });
}

/** Rows of the plans' prices, which need a quote. */
export function usePriceLines(columns: PlanColumn[], years: ListedYears | undefined, kind: string): Line[] {
  const { t } = useLingui();
  const alikeKind = new Set(columns.flatMap(({ plan }) => (plan ? [plan.plan_category] : []))).size === 1;
  const judged = alikeKind ? { want: "low" as const, word: t`Lowest` } : {};
  const monthly = scaled(columns.map(({ priced }) => priced?.recurring));
  const partsOf = ({ cost, one_time, share }: PricedPlan) => {
    const [membership, once] = [money(cost.membership), money(one_time)];
    return [
      share ? t`Before your group's contribution` : "",
      cents(cost.membership) ? t`With the ${membership} membership` : "",
      cents(one_time) ? t`Includes a one-time charge of ${once}` : "",
    ]
      .filter(Boolean)
      .join(". ");
  };
  const lines = [
    makeLine(
      { key: "price", label: t`Your price` },
      columns.map(({ priced }, at) => {
        if (!priced) return null;
        const value = cents(priced.recurring);
        const note = priced.fees_text;
        return { text: money(priced.recurring), value, bar: monthly[at] ?? [], note };
      }),
      judged,
    ),
    makeLine(
      { key: "first", label: t`First month`, note: t`What you pay with the first month` },
      columns.map(
        ({ priced }) =>
          priced && {
            text: money(priced.cost.first_month),
            value: cents(priced.cost.first_month),
            note: partsOf(priced),
          },
      ),
      judged,
    ),
  ];
  const columnYears = columns.map(({ id }) => years?.result.find((year) => year.plan_id === id));
  if (!years || !columnYears.some(Boolean)) return lines;
  const without = cents(years.without[kind] ?? "0");
  const most = Math.max(without, ...columnYears.map((year) => cents(year?.total ?? "0")), 1);
  const care = years.choices.find(({ value }) => value === years.care)?.label ?? "";
  const alone = money(fromCents(without));
  const year = makeLine(
    { key: "year", label: t`Your year`, note: t`${care}. Without insurance: ${alone}` },
    columnYears.map((column) => {
      if (!column) return null;
      const [price, membership, own] = [money(column.price), money(column.membership), money(column.own)];
      return {
        text: money(column.total),
        note: cents(column.membership)
          ? t`${price} price + ${membership} membership + ${own} care`
          : t`${price} price + ${own} care`,
        value: cents(column.total),
        bar: [cents(column.premium) / most, cents(column.own) / most],
        mark: without / most,
      };
    }),
    judged,
  );
  return [...lines, year];
}

/** Every group after the price: typical care in dollars, waits, limits, and what is words alone. */
export function useGroups(columns: PlanColumn[], care: Map<number, FirstCare[]>): LineGroup[] {
  const { t, i18n } = useLingui();
  const words = useWords();
  const costs = costRows(columns, words);
  const limits = useCostLines(columns, costs, words, care);
  const inDollars = useCareGroups(columns, care);
  const optionOf = ({ plan, option }: PlanColumn) =>
    plan && (plan.options.find((choice) => choice.code === option)?.label ?? t`No options`);
  const about: Row[] = [
    {
      key: "carrier",
      label: t`Insurer`,
      note: "",
      cells: columns.map(({ plan }) => plan?.carrier_name ?? null),
    },
    {
      key: "category",
      label: t`Category`,
      note: "",
      cells: columns.map(({ plan }) => plan && i18n._(categoryLabel(plan.plan_category))),
    },
    {
      key: "option",
      label: t`Option`,
      note: "",
      cells: columns.map(optionOf),
    },
  ].filter((row) => row.key !== "option" || columns.some(({ plan }) => plan?.options.length));
  const facts = factRows(
    columns,
    costs.map((row) => row.label),
  );
  // What is told in dollars is not told again in shares.
  const counted = new Set(
    columns.flatMap(({ id, plan }) => (care.get(id)?.length && plan?.plan_category) || []),
  );
  const inWords = columns.map((column) =>
    column.plan && counted.has(column.plan.plan_category)
      ? { ...column, plan: { ...column.plan, benefits: { columns: [], rows: [] }, services: [] } }
      : column,
  );
  return [
    ...inDollars,
    { key: "costs", title: t`Deductible and maximums`, lines: limits },
    ...benefitGroups(inWords).map(textGroup),
    textGroup({ key: "waiting", title: t`Waiting periods`, rows: waitingRows(inWords, words) }),
    textGroup({ key: "about", title: t`The plan`, rows: [...about, ...facts] }),
  ].filter((group) => group.lines.length > 0);
}
