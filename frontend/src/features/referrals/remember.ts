import type { ReferralInfo } from "@/client";
import { getItem, removeItems, setItem } from "@/lib/storage";

export type Referral = ReferralInfo;

/**
 * Remembers who sent the visitor; the server credits that rep with quotes that are started from here. A quote with
 * something in its cart goes on as it was, and so does the context of somebody signed in.
 */
export function rememberReferral({ referral_id, referred_by }: Referral): void {
  if (getItem("referral") === referral_id) return;
  setItem("referral", referral_id);
  if (getItem("usertype")) return;
  if (!Number(getItem("cartCount"))) removeItems("tempId", "isFilterDataSubmitted");
  removeItems("agent_id", "agent_code", "repInfo");
  setItem("display_name", referred_by);
  setItem("open_type", "agent");
  if (!getItem("eprocess")) setItem("eprocess", "applicant");
}
