import { setItem } from "./storage";

/** What a resumed application tells about itself. */
export interface Resumed {
  enrollment_id: string;
  saved_tab: string;
  href?: string;
  others?: {
    group_id?: number | null;
    platform_group_id?: number | null;
    agent_id?: number | null;
    open_type?: string | null;
    type?: string | null;
    eprocess?: string | null;
  };
}

const ROUTES: Record<string, string> = {
  primary_info: "/enrollment/personal-info",
  contact_info: "/enrollment/contact-info",
  employer_info: "/enrollment/employer-info",
  benificiary_info: "/enrollment/beneficiary-info",
  health_info: "/enrollment/health-questions",
  dependent_info: "/enrollment/dependent-information",
  review_info: "/enrollment/review-confirm",
  aggrement_info: "/enrollment/agreement-signature",
  payment_info: "/enrollment/billing-information",
  cart_info: "/cart",
};

/** The saved step's page; a step this build does not know opens where the server says the visitor left off. */
export const routeOf = (resumed: Resumed): string =>
  resumed.href || ROUTES[resumed.saved_tab] || "/enrollment";

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
  return routeOf(resumed);
}
