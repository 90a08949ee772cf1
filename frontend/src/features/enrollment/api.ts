import type { Dependents, HealthForm, Purpose, Saved, Signature, TierOffer } from "@/client";
import type { PostCalls } from "@/client/calls.gen";
import { ApiError, api } from "@/lib/api";
import { filled } from "./engine/values";
import type { Answers, FieldDef, Tab } from "./types";

/** The form of any step, with what the form of one of them says beside it. */
export interface FieldsAnswer
  extends Partial<Pick<HealthForm, "title" | "lead" | "disclaimer" | "on_record">> {
  result: FieldDef[];
  version: number;
  /** Of the agreement: how the signature stands. */
  signature?: Signature;
}

/** Drafts under way: a step that opens waits for them, so that it never shows an older answer than the last typed. */
let draftsUnderWay: Promise<unknown> = Promise.resolve();

export const draftsSettled = (): Promise<unknown> => draftsUnderWay;

/** A draft holds texts: several ticks of one field go as one. */
const flat = (values: Answers): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The body of a call without the id, which the calls here take by itself. */
type Sent<Path extends keyof PostCalls> = Omit<PostCalls[Path]["body"], "enrollment_id">;

/** The calls of the wizard. Each answers with the envelope's `data` and throws ApiError for every failure. */
export const wizardApi = {
  wizard: (id: string, signal?: AbortSignal) => api.get("/get-dynamic-tabs", { enrollment_id: id }, signal),
  cart: (id: string, signal?: AbortSignal) => api.get("/api/v1/get-plan-cart", { enrollment_id: id }, signal),
  fields: async (id: string, tab: Tab, extra: Record<string, string> = {}, signal?: AbortSignal) => {
    await draftsSettled();
    return api.getFrom<FieldsAnswer>(tab.form_href, { enrollment_id: id, ...extra }, signal);
  },
  save: (id: string, tab: Tab, body: Record<string, unknown>) =>
    api.postTo<Saved>(tab.save_href, { enrollment_id: id, ...body }),
  saveDraft: (id: string, tab: string, version: number, values: Answers, keepalive: boolean) => {
    const call = api.post(
      "/api/v1/save-draft",
      { enrollment_id: id, tab_name: tab, version, values: flat(values) },
      { keepalive },
    );
    draftsUnderWay = call.catch(() => undefined);
    return call;
  },
  /** Emptied answers went with the draft before. `more`: `with_needs` for a mail that also lists what the application will ask for. */
  saveForLater: (id: string, email: string, tab: string, data: Answers, more: object = {}) =>
    api.post("/api/v1/save-enrollment", { enrollment_id: id, email, tab, data: filled(data), ...more }),
  /** To the address on the application, if there is one; the answer never says. */
  sendCode: (id: string) => api.post("/api/v1/send-enrollment-code", { enrollment_id: id }),
  preparation: (id: string, signal?: AbortSignal) =>
    api.get("/api/v1/get-preparation", { enrollment_id: id }, signal),
  enrollerCode: (id: string, code: string) =>
    api.post("/api/v1/save-enroller-code", { enrollment_id: id, enrollerCode: code }),
  /** Outside checks for people the brand already knows: both are asked, all that is wrong is told at once. */
  checkReach: async (phone: string, email: string) => {
    const checks = await Promise.allSettled([
      phone && api.get("/api/v1/validate-phone-numverify", { phone }),
      email && api.post("/api/v1/validate-email-neverbounce", { email }),
    ]);
    const failed = checks.flatMap((check) => (check.status === "rejected" ? [check.reason as unknown] : []));
    const [first] = failed;
    if (!(first instanceof ApiError)) return;
    const data = failed.flatMap((error) =>
      error instanceof ApiError && Array.isArray(error.data) ? error.data : [],
    );
    throw new ApiError({ status: first.status, message: first.message, data });
  },
  zipState: (zip: string, purpose: Purpose) => api.get("/api/v1/lookup-zip-state", { zip, purpose }),
  dependents: async (id: string, signal?: AbortSignal) => {
    await draftsSettled();
    const answer = await api.get(
      "/api/v1/get-enrollment-temp-info",
      { enrollment_id: id, column: "dependent_info" },
      signal,
    );
    return answer.result as Dependents;
  },
  validateDependent: (id: string, person: Sent<"/api/v1/validate-single-dependent">) =>
    api.post("/api/v1/validate-single-dependent", { enrollment_id: id, ...person }),
  tierOffer: async (id: string, signal?: AbortSignal) =>
    (await api.get("/api/v1/get-tier-change", { enrollment_id: id }, signal)).result,
  changeTier: (id: string, offer: TierOffer) =>
    api.post("/api/v1/change-tier", {
      enrollment_id: id,
      tier: offer.to_tier,
      accepted_total: offer.new_total,
    }),
  undoTierChange: (id: string) => api.post("/api/v1/undo-tier-change", { enrollment_id: id }),
  stageDependents: (id: string, body: Sent<"/api/v1/save-dependent-info-to-temp">) =>
    api.post("/api/v1/save-dependent-info-to-temp", {
      enrollment_id: id,
      ...body,
    }),
  /** What an existing member answered before waits on the server for being read again. */
  takeOverHealth: async (id: string) => {
    const path = "/api/v1/get-existing-primary-health-info";
    const { result } = await api.get(path, { enrollment_id: id });
    const body = { enrollment_id: id, ...result, from_record: "1" };
    if (result) await api.post("/api/v1/save-primary-health-info", body);
  },
  noDependents: (id: string) => api.post("/api/v1/delete-dependent-in-IO", { enrollment_id: id }),
  beneficiaries: async (id: string, signal?: AbortSignal) => {
    await draftsSettled();
    const answer = await api.get(
      "/api/v1/get-beneficiaries-existing-user-enrollment",
      { enrollment_id: id },
      signal,
    );
    return answer.result;
  },
  validateBeneficiary: (id: string, person: Sent<"/api/v1/validate-single-beneficiary">) =>
    api.post("/api/v1/validate-single-beneficiary", { enrollment_id: id, ...person }),
  stageBeneficiaries: (id: string, body: Sent<"/api/v1/save-beneficiary-info-to-temp">) =>
    api.post("/api/v1/save-beneficiary-info-to-temp", {
      enrollment_id: id,
      ...body,
    }),
  agreementTexts: (id: string, signal?: AbortSignal) =>
    api.get("/api/v1/get-agreement-texts", { enrollment_id: id }, signal),
  newCode: async (id: string) =>
    (
      await api.post("/api/v1/send-verification-code", {
        enrollment_id: id,
      })
    ).verification,
  review: (id: string, signal?: AbortSignal) =>
    api.get("/api/v1/get-review-summary", { enrollment_id: id }, signal),
};
