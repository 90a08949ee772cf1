/** The store's names for the generated wire types. Money is a decimal string, dates are mm/dd/yyyy. */
import type { CartLineItem, MembershipCard, PlanError, TempDependents, Why, WhyLine } from "@/client";

export type {
  Cart,
  CartFee,
  Fact,
  FeeLine,
  PlanDetail,
  PlanFlags,
  PlanItem,
  PricedPlan,
  Remedy,
  RemedyChoice,
} from "@/client";

export type Tier = "IO" | "IS" | "IC" | "IF";

/** Why a plan has no price. `fix` names the answers that would help. */
export type PriceError = PlanError;
/** "Why this price", step by step. */
export type Proof = Why;
export type ProofLine = WhyLine;
export type CartItem = CartLineItem;
export type MembershipPlan = MembershipCard;
export type DependentInfo = TempDependents;

/** The column `filter_info` of a quote; the document types columns as "any". */
export interface FilterInfo {
  zip: string;
  state: string;
  county?: string | null;
  dob: string;
  gender: string;
  tier: Tier;
  is_smoker: number | boolean | null;
  annual_income?: string | null;
  annual_incode?: string | null;
  working_hours?: string | number | null;
}
