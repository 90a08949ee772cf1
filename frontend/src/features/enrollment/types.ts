import type { NextPage, Check as SentCheck, FieldDef as SentField, SuggestedAddress } from "@/client";

/** The server's data of one application: its steps, its fields, its money. */
export interface Option {
  value: string;
  label: string;
  hint?: string | undefined;
}

/** Small JSON conditions over the answers of the same form; the server checks the same ones. */
export type Predicate =
  | { field: string; eq: string }
  | { field: string; in: string[] }
  | { field: string; after: string }
  | { all: Predicate[] }
  | { any: Predicate[] }
  | { not: Predicate };

/** A rule of one field that the server asks, too; its message comes along. */
export interface Check extends Omit<SentCheck, "only_if"> {
  only_if?: Predicate | null;
}

/** A field as the server describes it; one that a page makes itself leaves out what it doesn't need. */
export interface FieldDef
  extends Pick<SentField, "field_name" | "required" | "read_only">,
    Partial<Omit<SentField, keyof Shaped | "field_name" | "required" | "read_only">>,
    Shaped {}

/** What pages write themselves, or the server's description leaves open. */
interface Shaped {
  /** Several ticks are a list. */
  value?: unknown;
  options?: Option[];
  show_if?: Predicate | null;
  checks?: Check[];
}

export type { HandOverBrief as HandOver, Tab, Tabs as Wizard } from "@/client";

/** The answer of any call that saves: the application's new version, and the next page. */
export interface Stored {
  version: number;
  page?: NextPage | null;
  /** What to look at once more; the next page says it. */
  notices?: string[];
  suggested_address?: SuggestedAddress | null;
}

/** Answers of a form. A list only where a field has several ticks. */
export type Answer = string | string[];
export type Answers = Record<string, Answer>;
