import { ApiError } from "../api";

/** One of the counties a zip code lies in. */
export interface County {
  county: string;
  state: string;
  fips: string;
}

export const countyOptions = (counties: County[]) =>
  counties.map(({ county, state, fips }) => ({ value: fips, label: `${county}, ${state}` }));

/** The counties to choose from, when the server asks for one. */
export function countiesOf(error: unknown): County[] {
  if (!(error instanceof ApiError) || error.errorCode !== "countyRequired") return [];
  return (error.data as { counties?: County[] } | null)?.counties ?? [];
}
