/** The facets of a list of plans: pure, in one pass over at most a few hundred plans. */
import { i18n } from "@lingui/core";
import { cents, slug } from "@/lib/format";
import type { PlanItem } from "@/lib/shop/types";
import type { Chosen, FACET_KEYS } from "../chosen";
import { awaitsAnswer } from "../sort";
import { FACET_NAMES } from "./words";

export interface Facet {
  key: (typeof FACET_KEYS)[number];
  /** The category whose plans it narrows; without it, all. */
  category?: string;
  /** What may be chosen, from a little to a lot; not for what is read off the plans. */
  options?: string[];
  /** The higher of two values that keep the same plans says more about them; else the lower one does. */
  rises?: boolean;
  keeps: (plan: PlanItem, value: string) => boolean;
}

const AMOUNT = /^\d+(\.\d\d)?$/;
const NO_LIMIT = "none";

const atMost = (amount: string | null | undefined, value: string) =>
  amount !== undefined && cents(amount ?? "0") <= cents(value);

function keepsMaximum({ highlights }: PlanItem, value: string): boolean {
  if (!highlights?.limits_stated) return false;
  if (highlights.annual_maximum === null) return true;
  return value !== NO_LIMIT && cents(highlights.annual_maximum) >= cents(value);
}

const keepsDeductible = ({ highlights }: PlanItem, value: string) =>
  Boolean(highlights?.limits_stated) && atMost(highlights?.deductible, value);

/** A class of services that the plan doesn't cover is no short wait. */
const keepsWait = ({ highlights }: PlanItem, value: string) =>
  (highlights?.waiting_months.major ?? Number.POSITIVE_INFINITY) <= Number(value);

function keepsBraces({ highlights }: PlanItem, value: string): boolean {
  const covered = highlights?.orthodontia ?? "";
  return value === "everyone" ? covered === "everyone" : covered !== "";
}

export const FACETS: Facet[] = [
  {
    key: "price",
    keeps: (plan, value) => (plan.recurring ? atMost(plan.recurring, value) : awaitsAnswer(plan)),
  },
  {
    key: "max",
    category: "dental",
    options: ["1500", "2000", "2500", "3000", NO_LIMIT],
    rises: true,
    keeps: keepsMaximum,
  },
  { key: "ded", category: "dental", options: ["0", "50"], keeps: keepsDeductible },
  { key: "wait", category: "dental", options: ["0", "6", "12"], keeps: keepsWait },
  { key: "braces", category: "dental", options: ["child", "everyone"], keeps: keepsBraces },
  {
    key: "net",
    category: "dental",
    options: ["any", "list"],
    keeps: ({ highlights }, value) => Boolean(highlights) && highlights?.any_provider === (value === "any"),
  },
  {
    key: "exam",
    category: "vision",
    options: ["0", "10"],
    keeps: ({ highlights }, value) => atMost(highlights?.copays.exam, value),
  },
  {
    key: "frames",
    category: "vision",
    options: ["130", "150", "200"],
    rises: true,
    keeps: ({ highlights }, value) => cents(highlights?.allowances.frames ?? "0") >= cents(value),
  },
  { key: "carrier", keeps: (plan, value) => slug(plan.carrier_name) === value },
];

/** What a plan must have for a facet to tell it from others. */
export const concerns = ({ key, category }: Facet, plan: PlanItem) =>
  key === "price" ? Boolean(plan.recurring) : !category || plan.plan_category === category;

function means(facet: Facet, value: string, plans: PlanItem[]): boolean {
  if (facet.key === "price") return AMOUNT.test(value);
  return facet.options ? facet.options.includes(value) : plans.some((plan) => facet.keeps(plan, value));
}

/** The values of an address that mean something, to these plans. A price means nothing before there are any. */
export const known = (chosen: Chosen, plans: PlanItem[]): Chosen =>
  Object.fromEntries(
    FACETS.flatMap((facet) => {
      const value = chosen[facet.key];
      const concerned = plans.some((plan) => concerns(facet, plan));
      return value && concerned && means(facet, value, plans) ? [[facet.key, value]] : [];
    }),
  );

/** Without accents and capitals: a search finds "visión" as "vision". */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

const texts = new WeakMap<PlanItem, string>();

function textOf(plan: PlanItem): string {
  let text = texts.get(plan);
  if (text === undefined) {
    const facts = (plan.facts ?? []).flatMap(({ label, value }) => [label, value]);
    const { plan_name, carrier_name, category_label, plan_short_text, badges, highlights } = plan;
    const braces = highlights?.orthodontia && FACET_NAMES.braces ? i18n._(FACET_NAMES.braces) : "";
    text = fold(
      [plan_name, carrier_name, category_label, plan_short_text, braces, ...(badges ?? []), ...facts].join(
        "\n",
      ),
    );
    texts.set(plan, text);
  }
  return text;
}

/** Return whether each word of a search is in the plan's name, carrier, text, badges or facts, or means braces. */
const matches = (plan: PlanItem, words: string[]) => words.every((word) => textOf(plan).includes(word));

const matchesFacets = (plan: PlanItem, chosen: Chosen, but?: string) =>
  FACETS.every(({ key, category, keeps }) => {
    const value = chosen[key];
    if (value === undefined || key === but || (category && category !== plan.plan_category)) return true;
    return keeps(plan, value);
  });

/** The plans that a search and the chosen values leave, in their order. */
export function narrow(plans: PlanItem[], chosen: Chosen, search: string, but?: string): PlanItem[] {
  const words = fold(search)
    .split(/[\s,;]+/)
    .filter(Boolean);
  return plans.filter((plan) => matchesFacets(plan, chosen, but) && matches(plan, words));
}
