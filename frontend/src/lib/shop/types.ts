/** Shapes of the store's calls. Money is a decimal string, dates are mm/dd/yyyy. */

export type Tier = "IO" | "IS" | "IC" | "IF";

export interface Fact {
  label: string;
  value: string;
}

/** Why a plan has no price. `fix` names the answers that would help. */
export interface PriceError {
  errorCode: string;
  message: string;
  remedy?: string;
  fix?: string[];
}

export interface PlanItem {
  pid: number;
  ppid: string | null;
  plan_name: string;
  plan_logo: string;
  plan_price: string | null;
  plan_category: string;
  is_prudential_plan?: boolean;
  plan_short_text: string;
  carrier_name: string;
  facts?: Fact[];
  badges?: string[];
  error?: PriceError | null;
  in_cart?: boolean;
}

export interface FilterInfo {
  zip: string;
  state: string;
  county?: string | null;
  city?: string | null;
  counties?: string[] | null;
  dob: string;
  gender: string;
  tier: Tier;
  is_smoker: number | boolean | null;
  annual_income?: string | null;
  annual_incode?: string | null;
  working_hours?: string | number | null;
}

export interface DependentInfo {
  spouse_dob: string | null;
  no_of_children: number | null;
}

/** One step of "Why this price". */
export interface ProofLine {
  key: string;
  kind: "info" | "part" | "fee" | "total";
  label: string;
  note: string;
  amount: string | null;
}

export interface Proof {
  lines: ProofLine[];
  inputs: Fact[];
  table: { id: number; version: number; since: string };
  tiers: { tier: Tier; label: string; amount: string | null; current: boolean }[];
}

export interface PlanFee {
  code: string;
  name: string;
  amount: string;
  once?: boolean;
  note?: string;
}

export interface PricedPlan {
  plan_id: number;
  plan_pricing_id: string;
  plan_name: string;
  plan_logo: string;
  price: string;
  plan_short_text: string;
  option: { code: string; label: string; note: string };
  is_default: boolean;
  tier: Tier;
  earliest_start: string;
  in_cart: boolean;
  already_active: boolean;
  fees: PlanFee[];
  recurring: string;
  one_time: string;
  first_month: string;
  proof: Proof;
}

export interface PlanFlags {
  is_premier: boolean;
  is_membership: boolean;
  needs_questions: boolean;
  needs_yes_no: boolean;
  needs_membership: boolean;
  disability: boolean;
}

export interface MembershipPlan {
  plan_id: number;
  plan_pricing_id: string;
  plan_name: string;
  plan_short_text: string;
  price: string;
  benefits: string[];
}

export interface PlanDetail {
  plan_id: number;
  plan_name: string;
  plan_logo: string;
  plan_category: string;
  carrier_name: string;
  plan_short_text: string;
  is_premier?: boolean;
  is_membership?: boolean;
  badges?: string[];
  facts?: Fact[];
  benefits?: { columns?: string[]; rows?: { name: string; note?: string; values: string[] }[] };
  example?: { title?: string; note?: string; parts?: { role: string; label: string; amount: string }[] };
  documents?: { kind: string; title: string; url: string }[];
  plan_desc?: Record<string, string>;
}

export interface CartItem {
  plan_id: number;
  plan_name: string;
  plan_logo: string;
  price: string;
  plan_pricing_id: string;
  removable: number;
  note?: string;
  category: string;
  carrier_name?: string;
  is_prudential_plan?: boolean;
  is_membership?: boolean;
  error?: PriceError | null;
}

export interface CartFee {
  code: string;
  name: string;
  amount: string;
  note?: string;
  once?: boolean;
}

export interface Cart {
  result: CartItem[];
  fees?: CartFee[];
  initial_month_cost: string;
  recurring_month_cost: string;
  total?: string;
  first_year_total?: string;
  effective_date?: string | null;
  notes?: { code: string; text: string }[];
}
