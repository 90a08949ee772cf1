import { PHONE } from "../harness/covered";
import type { BrandKey } from "../harness/server";

type Language = "en" | "es";
const DESKTOP = { width: 1280, height: 800 };

/** The people of a brand to whom something happens. `letters`: the language of letters to the first two. */
export const HOUSEHOLDS = {
  planfront: {
    name: "Planfront",
    letters: "en",
    member: { id: 5001, account: "member", first: "Maria", last: "Santos", policy: "PF-5001-1002" },
    family: { account: "luis", child: "Elena Ferrer", policy: "PF-5004-2001" },
    dead: { name: "Walter Nguyen", first: "Walter", policy: "PF-5002", letters: "en", reporter: "group" },
  },
  juniper: {
    name: "Juniper & Main",
    letters: "es",
    member: { id: 5101, account: "teresa", first: "Teresa", last: "Quintero", policy: "JM-5101-1002" },
    family: { account: "marcus", child: "Nadia Delaney", policy: "JM-5102-2001" },
    dead: { name: "Harold Whitcomb", first: "Harold", policy: "JM-5103", letters: "es", reporter: "rep" },
  },
} as const;

export interface Visit {
  brand: keyof typeof HOUSEHOLDS & BrandKey;
  language: Language;
  size: typeof DESKTOP;
}

/** Every brand, width and language is in each pair; the second pair crosses them. */
export const PAIRS: readonly [Visit, Visit][] = [
  [
    { brand: "planfront", language: "en", size: DESKTOP },
    { brand: "juniper", language: "es", size: PHONE },
  ],
  [
    { brand: "planfront", language: "es", size: PHONE },
    { brand: "juniper", language: "en", size: DESKTOP },
  ],
];
