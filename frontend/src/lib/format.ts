/** Money, names and phones for people. Money travels as decimal strings and is never rounded here. */

const MONEY = /^([+-]?)(\d+)(?:\.(\d{1,2}))?$/;

/** "1234.5" -> { sign: "", whole: "1,234", cents: "50" }; null when the text is no amount. */
export function moneyParts(value: string | number): { sign: string; whole: string; cents: string } | null {
  const match = MONEY.exec(String(value).trim());
  if (!match) return null;
  const [, sign = "", whole = "0", cents = ""] = match;
  return { sign, whole: whole.replace(/\B(?=(\d{3})+$)/g, ","), cents: cents.padEnd(2, "0") };
}

/** "1234.5" -> "$1,234.50", "+3.7" -> "+$3.70" */
export function money(value: string | number): string {
  const parts = moneyParts(value);
  return parts ? `${parts.sign}$${parts.whole}.${parts.cents}` : String(value);
}

/** A difference: "3.71" -> "+$3.71", "-16.85" -> "-$16.85", "0" -> "$0.00" */
export function moneyDifference(value: string | number): string {
  const difference = cents(value);
  return `${difference > 0 ? "+" : ""}${money(fromCents(difference))}`;
}

/** Whole cents of a decimal string, for comparing and adding without floats. */
export function cents(value: string | number): number {
  const parts = moneyParts(value);
  if (!parts) return 0;
  return Number(`${parts.sign}${parts.whole.replaceAll(",", "")}${parts.cents}`);
}

export function fromCents(total: number): string {
  const text = String(Math.abs(total)).padStart(3, "0");
  return `${total < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** A plan name as the last part of /plan/{planId}/{planName}. */
export function slug(name: string): string {
  return (
    name
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "plan"
  );
}

export const planPath = (id: number | string, name: string): string => `/plan/${id}/${slug(name)}`;

/** "$1,500" of "1500": cents only where there are some. */
export const dollars = (value: string): string => money(value).replace(/\.00$/, "");
