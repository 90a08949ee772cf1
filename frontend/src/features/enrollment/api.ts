import type {
  PreparationOut,
  PriceShare,
  ReviewFigure,
  RowChange,
  Signature,
  SignerVerification,
} from "@/client";
import { ApiError, api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import type { Answers, FieldDef, Tab, Wizard } from "./types";

/** The calls of the wizard. Each answers with the envelope's `data` and throws ApiError for every failure. */
const v1 = (name: string) => `${bootstrap.api}/${name}`;

export interface FieldsAnswer {
  result: FieldDef[];
  title?: string;
  lead?: string;
  disclaimer?: string;
  version: number;
  /** Health answers of an earlier application, which were not taken over yet. */
  on_record?: boolean;
  /** Of the agreement: how the signature stands. */
  signature?: Signature;
}

export interface Saved {
  version: number;
  next?: string | null;
  saved_at?: string | null;
  /** Beside a draft: what another window has changed since the version that was sent. */
  others?: Record<string, unknown>;
}

export interface CartLine {
  plan_id: number;
  plan_name: string;
  price: string;
  /** With the plan's monthly fees; of a fee what it comes to every month. */
  recurring: string;
  fees_text?: string;
  /** 0: a fee. */
  removable: number;
  note?: string | null;
  /** Why it has no price now. */
  error?: { message: string } | null;
}

export interface Cart {
  result: CartLine[];
  initial_month_cost: string;
  recurring_month_cost: string;
  effective_date?: string | null;
  share?: PriceShare | null;
}

export interface PrimaryInfo {
  dependent_id?: string | null;
  first_name: string;
  middle_name?: string;
  last_name: string;
  birthdate: string;
  gender: string;
  ssn?: string;
  relationship: "spouse" | "child";
  weight?: string;
  height_feet?: string;
  height_inch?: string;
}

export interface Dependent {
  dependent_id: string;
  primary_info: PrimaryInfo;
  /** The answers about their health, by the names of the form. */
  health_values?: Record<string, string>;
}

export interface Beneficiary {
  beneficiary_id: string;
  /** What a list calls a person, a trust or the estate. */
  name: string;
  first_name: string;
  middle_name?: string;
  last_name: string;
  birthdate: string;
  trustee: string;
  trust_date: string;
  ssn: string;
  relationship: string;
  beneficiary_percentage: string;
}

export interface BeneficiaryList {
  stamp: string;
  beneficiaries: Beneficiary[];
  total: number;
  max: number;
}

export interface DependentRules {
  tier: string;
  premier: boolean;
  min?: number;
  max?: number;
  ask_spouse?: boolean;
  heading?: string;
}

export interface DependentInfo {
  stamp: string;
  dependents: Dependent[];
  /** Taken off the list; they come back by their id. */
  set_aside?: Dependent[];
  spouse_choice?: string | null;
  rules: DependentRules;
  /** A change of the tier that can still be taken back. */
  switched?: { from_name: string; to_name: string; left: number } | null;
}

export interface TierLine {
  plan_id: number;
  plan_name: string;
  old: string;
  /** Null: not sold in that tier; it leaves the cart. */
  new: string | null;
  message: string;
  closest: { plan_id: number; plan_name: string } | null;
}

/** The tier that the list fits, with prices before and after. */
export interface TierOffer {
  from_tier: string;
  from_name: string;
  to_tier: string;
  to_name: string;
  covered: string[];
  lines: TierLine[];
  old_total: string;
  new_total: string;
  signed: boolean;
}

type DependentsSaved = Saved & { result: DependentInfo };

export interface AgreementText {
  text_id: string;
  text_head: string;
  text_body: string;
  text_required: boolean;
  tick_label?: string | null;
  /** What it means, in a line; no part of what is agreed to. */
  text_short?: string | null;
}

export interface ReviewRow {
  label: string;
  value: string;
}

export interface ReviewCard {
  tab_name: string;
  title: string;
  status: string;
  href: string;
  rows: ReviewRow[];
  details: { title: string; rows: ReviewRow[] }[];
  /** Lines that said something else when it was signed. */
  changes?: RowChange[];
}

export interface ReviewSummary {
  result: ReviewCard[];
  signature: Signature;
  /** What the page itself asks: the additional notes. */
  fields: FieldDef[];
  notice?: {
    effective_date?: string | null;
    text?: string | null;
    /** What the last press leads to. */
    figures?: ReviewFigure[];
    /** What follows the first of them, in half a line. */
    then?: string;
    /** What is asked first where this may be a second application of the same person. */
    duplicate?: string | null;
  } | null;
  version?: number;
}

/** Drafts under way: a step that opens waits for them, so that it never shows an older answer than the last typed. */
let draftsUnderWay: Promise<unknown> = Promise.resolve();

export const draftsSettled = (): Promise<unknown> => draftsUnderWay;

/** A draft holds texts: several ticks of one field go as one. */
const flat = (values: Answers): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

export const wizardApi = {
  wizard: (id: string, signal?: AbortSignal) =>
    api.get<Wizard>("/get-dynamic-tabs", { enrollment_id: id }, signal),
  cart: (id: string, signal?: AbortSignal) =>
    api.get<Cart>(v1("get-plan-cart"), { enrollment_id: id }, signal),
  fields: async (id: string, tab: Tab, extra: Record<string, string> = {}, signal?: AbortSignal) => {
    await draftsSettled();
    return api.get<FieldsAnswer>(tab.form_href, { enrollment_id: id, ...extra }, signal);
  },
  save: (id: string, tab: Tab, body: Record<string, unknown>) =>
    api.post<Saved>(tab.save_href, { enrollment_id: id, ...body }),
  saveDraft: (id: string, tab: string, version: number, values: Answers, keepalive: boolean) => {
    const call = api.post<Saved>(
      v1("save-draft"),
      { enrollment_id: id, tab_name: tab, version, values: flat(values) },
      { keepalive },
    );
    draftsUnderWay = call.catch(() => undefined);
    return call;
  },
  /** `more`: `with_needs` for a mail that also lists what the application will ask for. */
  saveForLater: (id: string, email: string, tab: string, data: Answers, more: object = {}) =>
    api.post<unknown>(v1("save-enrollment"), { enrollment_id: id, email, tab, data, ...more }),
  preparation: (id: string, signal?: AbortSignal) =>
    api.get<PreparationOut>(v1("get-preparation"), { enrollment_id: id }, signal),
  enrollerCode: (id: string, code: string) =>
    api.post<unknown>(v1("save-enroller-code"), { enrollment_id: id, enrollerCode: code }),
  /** Outside checks for people the brand already knows: both are asked, all that is wrong is told at once. */
  checkReach: async (phone: string, email: string) => {
    const checks = await Promise.allSettled([
      phone && api.get(v1("validate-phone-numverify"), { phone }),
      email && api.post(v1("validate-email-neverbounce"), { email }),
    ]);
    const failed = checks.flatMap((check) => (check.status === "rejected" ? [check.reason as unknown] : []));
    const [first] = failed;
    if (!(first instanceof ApiError)) return;
    const data = failed.flatMap((error) =>
      error instanceof ApiError && Array.isArray(error.data) ? error.data : [],
    );
    throw new ApiError({ status: first.status, message: first.message, data });
  },
  zipState: (zip: string, signal?: AbortSignal) =>
    api.get<{ state?: string; abbrev?: string; abbreviation?: string; city?: string; states?: string[] }>(
      v1("lookup-zip-state"),
      { zip },
      signal,
    ),
  dependents: async (id: string, signal?: AbortSignal) => {
    await draftsSettled();
    const answer = await api.get<{ result: DependentInfo }>(
      v1("get-enrollment-temp-info"),
      { enrollment_id: id, column: "dependent_info" },
      signal,
    );
    return answer.result;
  },
  validateDependent: (id: string, person: Record<string, unknown>) =>
    api.post<unknown>(v1("validate-single-dependent"), { enrollment_id: id, ...person }),
  tierOffer: async (id: string, signal?: AbortSignal) =>
    (await api.get<{ result: TierOffer | null }>(v1("get-tier-change"), { enrollment_id: id }, signal))
      .result,
  changeTier: (id: string, offer: TierOffer) =>
    api.post<DependentsSaved>(v1("change-tier"), {
      enrollment_id: id,
      tier: offer.to_tier,
      accepted_total: offer.new_total,
    }),
  undoTierChange: (id: string) => api.post<DependentsSaved>(v1("undo-tier-change"), { enrollment_id: id }),
  stageDependents: (id: string, body: Record<string, unknown>) =>
    api.post<Saved & { result: DependentInfo }>(v1("save-dependent-info-to-temp"), {
      enrollment_id: id,
      ...body,
    }),
  /** What an existing member answered before waits on the server for being read again. */
  takeOverHealth: async (id: string) => {
    const path = v1("get-existing-primary-health-info");
    const { result } = await api.get<{ result: object | null }>(path, { enrollment_id: id });
    const body = { enrollment_id: id, ...result, from_record: 1 };
    if (result) await api.post<Saved>(v1("save-primary-health-info"), body);
  },
  noDependents: (id: string) => api.post<unknown>(v1("delete-dependent-in-IO"), { enrollment_id: id }),
  beneficiaries: async (id: string, signal?: AbortSignal) => {
    await draftsSettled();
    const answer = await api.get<{ result: BeneficiaryList }>(
      v1("get-beneficiaries-existing-user-enrollment"),
      { enrollment_id: id },
      signal,
    );
    return answer.result;
  },
  validateBeneficiary: (id: string, person: Record<string, unknown>) =>
    api.post<unknown>(v1("validate-single-beneficiary"), { enrollment_id: id, ...person }),
  stageBeneficiaries: (id: string, body: Record<string, unknown>) =>
    api.post<Saved & { result: BeneficiaryList }>(v1("save-beneficiary-info-to-temp"), {
      enrollment_id: id,
      ...body,
    }),
  agreementTexts: (id: string, signal?: AbortSignal) =>
    api.get<AgreementText[]>(v1("get-agreement-texts"), { enrollment_id: id }, signal),
  newCode: async (id: string) =>
    (
      await api.post<{ verification: SignerVerification }>(v1("send-verification-code"), {
        enrollment_id: id,
      })
    ).verification,
  review: (id: string, signal?: AbortSignal) =>
    api.get<ReviewSummary>(v1("get-review-summary"), { enrollment_id: id }, signal),
};
