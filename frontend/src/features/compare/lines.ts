/** The rows of the comparison with what their cells draw: amounts, bars, waits. Pure. */
import { cents } from "@/lib/format";
import { placeOfBest, type Want } from "./marks";
import { type Column, differs, type Group, type Row } from "./rows";

/** What a cell says and draws. Parts of a bar are shares of its track, 0 to 1. */
export interface Figure {
  text: string;
  note?: string;
  /** What the best of the row is found by; null where a plan has no such number. */
  value: number | null;
  /** The dark part, and the light one after it. */
  bar?: number[];
  /** The upright line. */
  mark?: number;
  unlimited?: boolean;
  /** Months of waiting, drawn as the empty ones of twelve squares. */
  wait?: number;
}

export interface Line {
  key: string;
  label: string;
  note: string;
  figures: (Figure | null)[];
  best: number | null;
  /** Why it is the best: "Lowest". */
  word: string;
}

export interface LineGroup {
  key: string;
  title: string;
  note?: string;
  lines: Line[];
}

interface Judged {
  want?: Want;
  word?: string;
}

export function makeLine(
  head: { key: string; label: string; note?: string },
  figures: (Figure | null)[],
  { want, word = "" }: Judged = {},
): Line {
  const best = placeOfBest(
    figures.map((figure) => figure?.value ?? null),
    want,
  );
  return { note: "", ...head, figures, best, word };
}

export const textLine = (row: Row): Line =>
  makeLine(
    row,
    row.cells.map((text) => (text === null ? null : { text, value: null })),
  );

export const textGroup = (group: Group): LineGroup => ({ ...group, lines: group.rows.map(textLine) });

/** Return whether the plans for sale differ in a row. */
export const lineDiffers = (line: Line, columns: Column[]): boolean =>
  differs(
    line.figures.map((figure) => figure && `${figure.text} ${figure.note ?? ""}`),
    columns,
  );

/** Amounts of the same thing on one scale: the longest fills its track. */
export function scaled(amounts: (string | null | undefined)[]): (number[] | undefined)[] {
  const most = Math.max(...amounts.map((amount) => cents(amount ?? "0")), 1);
  return amounts.map((amount) => (amount ? [cents(amount) / most] : undefined));
}
