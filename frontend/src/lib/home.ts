import { bootstrap } from "./bootstrap";
import { getItem } from "./storage";

const HOMES: Record<string, string> = {
  rep: "/agent-home",
  group: "/group-home",
  member: "/coverage",
  applicant: "/member-home",
};

/** The page a signed-in person of a role starts from. */
export const homeOf = (role: string | null): string => HOMES[role ?? ""] ?? "/";

/** Return the home page: the public one for visitors who came by a link or aren't signed in, or the sender's page. */
function start(groupsHaveNone: boolean): string {
  const referral = getItem("referral");
  if (getItem("open_type")) return referral ? `/referrals?rid=${encodeURIComponent(referral)}` : "/";
  if (!getItem("usertype")) return "/";
  const process = getItem("eprocess");
  return process === "group" && groupsHaveNone ? "/" : homeOf(process);
}

/** Return the target of the Home breadcrumb. */
export const homePath = (): string => start(bootstrap.flags.landing_to_root);

/** Return the target of the logo. */
export const logoPath = (): string => start(bootstrap.flags.landing_to_root || bootstrap.flags.main_store);
