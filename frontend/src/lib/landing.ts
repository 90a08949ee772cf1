import { api } from "./api";
import { bootstrap } from "./bootstrap";
import { getItem, removeItems, setItem } from "./storage";

/** A landing page's own path is the router's base, so every link of the visit keeps it. */
export function routerBase(path: string = location.pathname): string {
  if (!bootstrap.landing) return "/";
  const first = path.split("/")[1] ?? "";
  return first && first !== "plans" ? `/${first}` : "/";
}

/** Remembers on whose page the visitor arrived; somebody signed in stays in the own context. */
export function rememberLanding(): void {
  const { landing } = bootstrap;
  if (!landing || getItem("usertype")) return;
  setItem("referral", null);
  setItem("open_type", landing.type);
  setItem("display_name", landing.display_name);
  if (landing.type === "agent") {
    setItem("agent_id", landing.id);
    setItem("agent_code", landing.code);
    setItem(
      "repInfo",
      JSON.stringify({
        name: landing.display_name,
        email: landing.display_email,
        phoneNumber: landing.display_phone,
      }),
    );
  } else {
    setItem("group_id", landing.id);
    setItem("gname", landing.display_name);
    setItem("gcode", landing.code);
  }
  if (!getItem("eprocess")) setItem("eprocess", "applicant");
}

/** Visits through the membership site use its portal; visitors of a group learn it before they have a quote. */
async function takeElevatePortal(): Promise<void> {
  try {
    const { portal_id } = await api.get<{ portal_id: number }>("/api/v1/get-elevate-info");
    setItem("portal_id", portal_id);
  } catch {
    // Without it the brand's own portal holds.
  }
}

/**
 * On the special host a landing page is only a way in: what it says about the visit is kept, its path and its header
 * are not.
 */
export function landAtRoot(): void {
  const { landing, flags } = bootstrap;
  if (flags.memberships) setItem("fromSite", "elevate");
  if (!landing || !flags.landing_to_root) return;
  if (landing.type === "group" && flags.memberships) void takeElevatePortal();
  const [, , ...rest] = location.pathname.split("/");
  history.replaceState(history.state, "", `/${rest.join("/")}${location.search}${location.hash}`);
  bootstrap.landing = null;
}

/** Who sent a visitor, as the server tells. */
export interface Referral {
  referral_id: string;
  referred_by: string;
}

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
