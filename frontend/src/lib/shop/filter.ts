import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, api, type FieldErrors } from "../api";
import { ageOn, parseDay, today } from "../dates";
import { getItem, setItem, useStored } from "../storage";
import { tellTabs } from "../tabs";
import { forgetQuote, keepQuote, withVisit } from "./context";
import { tellMoved } from "./moved";
import type { DependentInfo, FilterInfo, Tier } from "./types";

export const TIERS: Tier[] = ["IO", "IS", "IC", "IF"];
export const needsSpouse = (tier: string | undefined): boolean => tier === "IS" || tier === "IF";
export const needsChildren = (tier: string | undefined): boolean => tier === "IC" || tier === "IF";
export const maxChildren = (tier: string | undefined): number => (tier === "IF" ? 8 : 9);

/** The answers to the four questions; the county where a ZIP code has several, tobacco once it was asked. */
export interface QuoteValues {
  zip: string;
  dob: string;
  gender: string;
  tier: string;
  county?: string | undefined;
  is_smoker?: string | undefined;
}

export const EMPTY_QUOTE: QuoteValues = { zip: "", dob: "", gender: "", tier: "" };

/** A running quote's answers as forms have them. */
export const quoteValues = (filter: FilterInfo): QuoteValues => ({
  zip: filter.zip,
  dob: filter.dob,
  gender: String(filter.gender),
  tier: filter.tier,
  is_smoker:
    filter.is_smoker === null || filter.is_smoker === undefined
      ? undefined
      : String(Number(filter.is_smoker)),
});

/** The other answers that can be changed in a quote. */
export interface FilterChanges extends Partial<QuoteValues> {
  annual_incode?: string;
  working_hours?: string;
  platform_group_id?: string;
  group_id?: string;
  effective_date?: string;
  plan_id?: number;
}

export type QuoteErrorKind = "required" | "zip" | "date" | "age";
export type QuoteErrorKinds = Partial<Record<keyof QuoteValues, QuoteErrorKind>>;

const MINIMUM_AGE = 18;

/** The client's mirror of the server's rules; the server decides. */
export function checkQuote(values: QuoteValues): QuoteErrorKinds {
  const errors: QuoteErrorKinds = {};
  if (!values.zip) errors.zip = "required";
  else if (!/^\d{5}$/.test(values.zip)) errors.zip = "zip";
  if (!values.dob) errors.dob = "required";
  else {
    const born = parseDay(values.dob);
    if (!born) errors.dob = "date";
    else if (ageOn(born, today()) < MINIMUM_AGE) errors.dob = "age";
  }
  if (!values.gender) errors.gender = "required";
  if (!values.tier) errors.tier = "required";
  return errors;
}

export function useQuoteId(): string | null {
  return useStored("tempId");
}

export const quoteKey = (id: string | null, ...parts: unknown[]) => ["quote", id, ...parts];

const isFilterInfo = (data: unknown): data is FilterInfo =>
  typeof data === "object" && data !== null && "zip" in data && Boolean((data as FilterInfo).zip);

/** The running quote's answers; null while there is none. */
export function useFilterInfo() {
  const id = useQuoteId();
  return useQuery({
    queryKey: quoteKey(id, "filter"),
    enabled: Boolean(id),
    queryFn: async ({ signal }) => {
      try {
        const query = { enrollment_id: id, column: "filter_info" };
        const data = await api.get("/api/v1/get-enrollment-temp-info", query, signal);
        return isFilterInfo(data?.result) ? data.result : null;
      } catch (error) {
        if (id && forgetQuote(error, id)) return null;
        throw error;
      }
    },
  });
}

export function useDependentInfo(tier: string | undefined) {
  const id = useQuoteId();
  return useQuery({
    queryKey: quoteKey(id, "dependents"),
    enabled: Boolean(id) && (needsSpouse(tier) || needsChildren(tier)),
    queryFn: ({ signal }) => api.get("/api/v1/get-temp-dependent-info", { enrollment_id: id }, signal),
  });
}

/** True while the tier names people the quote knows nothing about. */
export function dependentsMissing(tier: string | undefined, info: DependentInfo | null | undefined): boolean {
  if (!info) return false;
  return (needsSpouse(tier) && !info.spouse_dob) || (needsChildren(tier) && !info.no_of_children);
}

/** Empty answers and unknown context stay away. */
const filled = (body: object) =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== "" && value !== undefined && value !== null),
  );

/** A referral, rep, group or portal that is gone must not keep anybody from a price. */
async function startQuote(body: object): Promise<{ temp_enrollment_id: string }> {
  const post = (context: object) => api.post("/api/v1/add-filter-for-new-user", filled(context));
  return withVisit(async ({ portal_id, ...visit }) => {
    const referral = getItem("referral");
    const context = {
      ...body,
      ...visit,
      eprocess: visit.eprocess ?? "applicant",
      platform_group_id: portal_id,
    };
    try {
      return await post({ ...context, referral });
    } catch (error) {
      if (!referral || !(error instanceof ApiError) || error.status !== 404) throw error;
      setItem("referral", null);
      return post(context);
    }
  });
}

async function createQuote(values: FilterChanges): Promise<void> {
  const answer = await startQuote({ ...values, type: getItem("enroll_type") ?? "new-member" });
  keepQuote(answer.temp_enrollment_id);
  if (!getItem("enroll_type")) setItem("enroll_type", "new-member");
  if (!getItem("eprocess")) setItem("eprocess", "applicant");
  if (getItem("fromSite") === "elevate") {
    const body = { enrollment_id: answer.temp_enrollment_id };
    api.post("/track-elevate-traffic", body).catch(() => undefined); // only counted: nobody waits for it
  }
  setItem("isFilterDataSubmitted", "true");
  setItem("show-quotation", null);
}

async function changeQuote(id: string, changes: FilterChanges): Promise<void> {
  const path = `/api/v1/change-filter-info/${encodeURIComponent(id)}` as const;
  tellMoved((await api.put(path, filled(changes))).cart_lines);
}

/** Creates the quote or updates the running one, then drops everything that was priced for the old answers. */
export function useSaveFilter() {
  const client = useQueryClient();
  return async (changes: FilterChanges): Promise<void> => {
    const id = getItem("tempId");
    if (id) {
      try {
        await changeQuote(id, changes);
      } catch (error) {
        if (!forgetQuote(error, id)) throw error;
        const expired = getItem("expiredQuote") === id;
        const renewed = expired && (await (await import("./renew")).renewQuote(id));
        if (renewed) await changeQuote(renewed.temp_enrollment_id, changes);
        else if (checkIncomplete(changes)) throw error;
        else await createQuote(changes);
      }
    } else {
      await createQuote(changes);
    }
    tellTabs();
    await client.invalidateQueries({ queryKey: ["quote"] });
    await client.invalidateQueries({ queryKey: ["menu"] });
  };
}

const checkIncomplete = ({ zip, dob, gender, tier }: FilterChanges) => !zip || !dob || !gender || !tier;

/** The server's field messages, when the failure has any. */
export function serverFieldErrors(error: unknown): FieldErrors | null {
  return error instanceof ApiError && error.hasFieldErrors ? error.fieldErrors : null;
}

export async function saveDependents(
  info: { spouse_dob?: string; no_of_children?: number },
  planId?: number,
) {
  const enrollment_id = getItem("tempId") ?? "";
  await api.post("/api/v1/store-temp-dependent-info", {
    enrollment_id,
    plan_id: planId,
    ...(info.spouse_dob ? { dep_dob: info.spouse_dob } : {}),
    ...(info.no_of_children ? { no_of_children: String(info.no_of_children) } : {}),
  });
  tellTabs();
}

export type { ZipAnswer } from "@/client";

/** Asks the server about a zip code; a refusal throws ApiError. */
export const validateZip = (zip: string) => api.get("/api/v1/validate-zip-code", { zip_code: zip });

export const validateDob = (dob: string) => api.get("/api/v2/validate-dob", { dob });
