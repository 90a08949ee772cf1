import { money } from "@/lib/format";

/** An amount of insurance: "100000.00" as "$100,000"; cents stand where there are any. */
export const insured = (amount: string): string => money(amount).replace(/\.00$/, "");
