import { bootstrap } from "./bootstrap";
import { getItem, setItem } from "./storage";

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
