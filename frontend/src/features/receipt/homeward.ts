import { getItem } from "@/lib/storage";

const HOMES: Record<string, string> = { rep: "/agent-home", applicant: "/member-home", group: "/group-home" };

/** Return to homepage: a referral's own page, the public home, or the home of whoever enrolled. */
export function homewardPath(): string {
  const referral = getItem("referral");
  if (getItem("open_type")) return referral ? `/referrals?rid=${encodeURIComponent(referral)}` : "/";
  const home = HOMES[getItem("eprocess") ?? ""];
  return home && getItem("user_id") ? home : "/";
}
