import { bootstrap } from "./bootstrap";
import { getItem, removeItems, setItem } from "./storage";

/** A landing page's own path is the router's base, so every link of the visit keeps it. */
export function routerBase(path: string = location.pathname): string {
  if (!bootstrap.landing || bootstrap.flags.landing_to_root) return "/";
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
