import type { Resumed } from "@/client";
import { setItem } from "./storage";

/** Puts the visit back into the context the application was saved in. */
export function restore(resumed: Resumed): string {
  const { others } = resumed;
  setItem("tempId", resumed.enrollment_id);
  setItem("expiredQuote", null);
  setItem("group_id", others.group_id);
  setItem("portal_id", others.platform_group_id);
  setItem("agent_id", others.agent_id);
  setItem("open_type", others.open_type);
  if (others.eprocess) setItem("eprocess", others.eprocess);
  setItem(
    "enroll_type",
    others.type === "new-user" || others.type === "new-member" ? "new-member" : "existing-member",
  );
  if (resumed.saved_tab === "cart_info") setItem("show-quotation", "no");
  return resumed.href;
}
