import type { Resumed } from "@/client";
import { setItem } from "./storage";

/** Puts the visit back into the context the application was saved in. */
export function restore(resumed: Resumed): string {
  const { others: rest } = resumed;
  setItem("tempId", resumed.enrollment_id);
  setItem("expiredQuote", null);
  setItem("group_id", rest.group_id);
  setItem("portal_id", rest.platform_group_id);
  setItem("agent_id", rest.agent_id);
  setItem("open_type", rest.open_type);
  if (rest.eprocess) setItem("eprocess", rest.eprocess);
  setItem(
    "enroll_type",
    rest.type === "new-user" || rest.type === "new-member" ? "new-member" : "existing-member",
  );
  if (resumed.saved_tab === "cart_info") setItem("show-quotation", "no");
  return resumed.href;
}
