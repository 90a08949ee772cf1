import type { LineChange, PriceChanged } from "@/client";
import { ApiError } from "../api";

export type PriceChange = PriceChanged;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Return the price changes since the shopper saw a price; null for any other failure. */
export function priceChangeOf(error: unknown): PriceChange | null {
  if (!(error instanceof ApiError) || !isRecord(error.data)) return null;
  const { lines, old_total, new_total, old_one_time, new_one_time } = error.data;
  const stopped = Array.isArray(lines) && lines.some((line: LineChange) => line.new === null);
  if (error.errorCode !== "priceChanged" && !stopped) return null;
  return {
    old_total: text(old_total),
    new_total: text(new_total),
    old_one_time: text(old_one_time),
    new_one_time: text(new_one_time),
    lines: Array.isArray(lines) ? (lines as LineChange[]) : [],
  };
}

/** Every plan of it can still be bought. */
export const canAccept = (change: PriceChange): boolean => change.lines.every((line) => line.new !== null);
