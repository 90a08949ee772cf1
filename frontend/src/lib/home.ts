import { bootstrap } from "./bootstrap";
import { getItem } from "./storage";

const HOMES: Record<string, string> = {
  rep: "/agent-home",
  group: "/group-home",
  member: "/member-home",
  applicant: "/member-home",
};

/** The page a signed-in person of a role starts from. */
export const homeOf = (role: string | null): string => HOMES[role ?? ""] ?? "/";

/** Somebody who came by a link, or is not signed in, has the public home, or the page of who sent them. */
function start(groupsHaveNone: boolean): string {
  const referral = getItem("referral");
  if (getItem("open_type")) return referral ? `/referrals?rid=${encodeURIComponent(referral)}` : "/";
  if (!getItem("usertype")) return "/";
  const process = getItem("eprocess");
  return process === "group" && groupsHaveNone ? "/" : homeOf(process);
}

/** Where the Home breadcrumb goes. */
export const homePath = (): string => start(bootstrap.flags.landing_to_root);

/** Where the logo goes. */
export const logoPath = (): string => start(bootstrap.flags.landing_to_root || bootstrap.flags.main_store);
