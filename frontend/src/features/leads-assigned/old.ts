import type { LeadItem } from "@/client";
import { daysSince } from "@/components/work/since";

const OLD_DAYS = 7;

/** A new lead that nobody has contacted for a week. */
export const isOld = (lead: LeadItem): boolean =>
  lead.status === "NEW" && daysSince(lead.began_at) >= OLD_DAYS;
