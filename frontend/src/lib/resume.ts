import { setItem } from "./storage";

/** What a resumed application tells about itself. */
export interface Resumed {
  enrollment_id: string;
  saved_tab: string;
  /** The saved step's page, or where the server says the visitor goes on. */
  href: string;
  others?: {
    group_id?: number | null;
    platform_group_id?: number | null;
    agent_id?: number | null;
    open_type?: string | null;
    type?: string | null;
    eprocess?: string | null;
  };
}

/** Puts the visit back into the context the application was saved in. */
export function restore(resumed: Resumed): string {
  const { others = {} } = resumed;
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
