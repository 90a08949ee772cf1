import { api } from "./api";
import { bootstrap } from "./bootstrap";
import { queryClient } from "./query";
import { getItem, removeItems, setItem } from "./storage";

/** A landing page's own path is the router's base, so every link of the visit keeps it. */
export function routerBase(path: string = location.pathname): string {
  if (!bootstrap.landing) return "/";
  const first = path.split("/")[1] ?? "";
  return first && first !== "plans" ? `/${first}` : "/";
}

/** A quote that runs already goes on as one of the group, with its plans; the portal is the group's own. */
function joinGroup(groupId: number): void {
  removeItems("portal_id", "portal_code", "portal_name");
  const quote = getItem("tempId");
  if (!quote || bootstrap.flags.memberships) return;
  api
    .put(`/api/v1/change-filter-info/${encodeURIComponent(quote)}`, { group_id: groupId })
    .then(() => queryClient.invalidateQueries({ queryKey: ["quote"] }))
    .catch(() => undefined); // it stays what it was, and each price says for whom it is
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
    if (getItem("group_id") !== String(landing.id)) joinGroup(landing.id);
    setItem("group_id", landing.id);
    setItem("gname", landing.display_name);
    setItem("gcode", landing.code);
  }
  if (!getItem("eprocess")) setItem("eprocess", "applicant");
}
