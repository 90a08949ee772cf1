import { api } from "./api";
import { bootstrap } from "./bootstrap";
import { setItem } from "./storage";

/** Visits through the membership site use its portal; visitors of a group learn it before they have a quote. */
async function takeElevatePortal(): Promise<void> {
  try {
    const { portal_id } = await api.get("/api/v1/get-elevate-info");
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
