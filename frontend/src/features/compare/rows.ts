/** The lines of the comparison, made from the plans' texts alone: no prices, no components. */
import { money } from "@/lib/format";
import type { PlanDetail } from "@/lib/shop/types";

/** A plan's column. Without `plan` the store does not sell it. */
export interface Column {
  id: number;
  plan: PlanDetail | null;
  /** The benefit level that is looked at; "" where a plan has none. */
  option: string;
}

/** Return the content of a cell; null where the plan says nothing. */
export interface Row {
  key: string;
  label: string;
  note: string;
  cells: (string | null)[];
}

export interface Group {
  key: string;
  title: string;
  rows: Row[];
}

/** The words of the figures, in the reader's language. */
export interface Words {
  deductible: string;
  maximum: string;
  orthodontia: string;
  outOfPocket: string;
  noDeductible: string;
  noMaximum: string;
  perPerson: (individual: string, family: string | null) => string;
  waiting: (months: number) => string;
  noWaiting: string;
  allWaiting: string;
}

type Cell = string | null;

/** Names in the order in which the plans bring them up, each once. */
const named = (lists: string[][]): string[] => [...new Set(lists.flat())];

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** True when the plans that are sold don't all say the same. */
export function differs(cells: Cell[], columns: Column[]): boolean {
  const texts = cells.filter((_, index) => columns[index]?.plan).map((cell) => (cell ?? "").trim());
  return new Set(texts).size > 1;
}

/** What each plan pays, side by side, under the name of its first column ("In network"). */
export function benefitGroups(columns: Column[]): Group[] {
  const titles = named(columns.map(({ plan }) => (plan?.benefits.columns ?? []).slice(0, 1)));
  return titles.map((title) => {
    const tables = columns.map(({ plan }) =>
      plan?.benefits.columns?.[0] === title ? (plan.benefits.rows ?? []) : [],
    );
    const rows = named(tables.map((rows) => rows.map((row) => row.name))).map((name): Row => {
      const matchingRows = tables.map((table) => table.find((row) => row.name === name));
      const notes = new Set(matchingRows.flatMap((row) => (row?.note ? [row.note] : [])));
      return {
        key: `${title}/${name}`,
        label: name,
        note: notes.size === 1 ? ([...notes][0] ?? "") : "",
        cells: matchingRows.map((row) => row?.values?.[0] || null),
      };
    });
    return { key: `benefits/${title}`, title, rows };
  });
}

const isNothing = (amount: string | null) => amount !== null && Number(amount) === 0;

/** Deductible and maximums of the benefit level that is looked at. A line nobody has is left out. */
export function costRows(columns: Column[], words: Words): Row[] {
  const shares = columns.map(({ plan, option }) => {
    const all = plan?.cost_shares ?? [];
    return all.find((share) => share.option === option) ?? all.find((share) => share.option === "");
  });
  const amount = (value: string | null | undefined) => (value ? money(value) : null);
  const deductible = shares.map((share): Cell => {
    const individual = share?.deductible_individual ?? null;
    if (!share || individual === null) return null;
    const family = share.deductible_family;
    if (isNothing(individual) && (family === null || isNothing(family))) return words.noDeductible;
    return words.perPerson(money(individual), amount(family));
  });
  // Where a plan states its deductible, no maximum means that there is none. Vision plans limit each service instead.
  const maximum = shares.map((share, index): Cell => {
    if (!share) return null;
    const limits = share.deductible_individual !== null && columns[index]?.plan?.plan_category !== "vision";
    return amount(share.annual_maximum) ?? (limits ? words.noMaximum : null);
  });
  const pocket = shares.map((share): Cell => {
    const individual = amount(share?.out_of_pocket_individual);
    return individual && words.perPerson(individual, amount(share?.out_of_pocket_family));
  });
  return [
    { key: "deductible", label: words.deductible, note: "", cells: deductible },
    { key: "maximum", label: words.maximum, note: "", cells: maximum },
    {
      key: "orthodontia",
      label: words.orthodontia,
      note: "",
      cells: shares.map((share) => amount(share?.orthodontia_maximum)),
    },
    { key: "pocket", label: words.outOfPocket, note: "", cells: pocket },
  ].filter((row) => row.cells.some(Boolean));
}

/** The plans' own facts; those a figure already tells are not told twice. */
export function factRows(columns: Column[], otherLabels: string[]): Row[] {
  const labels = named(columns.map(({ plan }) => (plan?.facts ?? []).map((fact) => fact.label)));
  return labels
    .filter((label) => !otherLabels.some((other) => same(other, label)))
    .map((label) => ({
      key: `fact/${label}`,
      label,
      note: "",
      cells: columns.map(({ plan }) => plan?.facts.find((fact) => fact.label === label)?.value ?? null),
    }));
}

/** Care that some plan makes wait for; one line that says "none" when no plan does. */
export function waitingRows(columns: Column[], words: Words): Row[] {
  const services = columns.map(({ plan }) =>
    (plan?.services ?? []).filter((service) => service.covered && service.waiting_months !== null),
  );
  const text = (months: number) => (months > 0 ? words.waiting(months) : words.noWaiting);
  const waits = named(
    services.map((list) =>
      list.filter((service) => (service.waiting_months ?? 0) > 0).map(({ name }) => name),
    ),
  );
  if (waits.length === 0) {
    if (services.every((list) => list.length === 0)) return [];
    const cells = services.map((list) => (list.length ? words.noWaiting : null));
    return [{ key: "waiting", label: words.allWaiting, note: "", cells }];
  }
  return waits.map((name) => ({
    key: `waiting/${name}`,
    label: name,
    note: "",
    cells: services.map((list) => {
      const months = list.find((service) => service.name === name)?.waiting_months;
      return months === undefined || months === null ? null : text(months);
    }),
  }));
}
