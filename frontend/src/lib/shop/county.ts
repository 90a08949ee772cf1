import type { CountyChoice } from "@/client";
import { ApiError } from "../api";

export type County = CountyChoice;

export const countyOptions = (counties: County[]) =>
  counties.map(({ county, state, fips }) => ({ value: fips, label: `${county}, ${state}` }));

/** The counties to choose from, when the server asks for one. */
export function countiesOf(error: unknown): County[] {
  if (!(error instanceof ApiError) || error.errorCode !== "countyRequired") return [];
  return (error.data as { counties?: County[] } | null)?.counties ?? [];
}
