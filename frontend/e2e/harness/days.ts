const DAY_MS = 86_400_000;
/** Where the demo's days begin, whatever the hour here. */
const ZONE = "America/New_York";

/** The business day of the demo, or one so many days away, as midnight in UTC. */
export function businessDay(offset = 0): Date {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: ZONE }).format(new Date());
  return new Date(Date.parse(`${parts}T00:00:00Z`) + offset * DAY_MS);
}

/** mm/dd/yyyy. */
export function writeDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`;
}

/** mm/dd/yyyy, so many days from the business day. */
export const day = (offset: number): string => writeDay(businessDay(offset));
