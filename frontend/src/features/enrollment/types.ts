/** What the server says about one application: its steps, its fields, its money. */
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
export interface Check {
  kind: "required" | "not_before" | "not_after" | "at_least" | "min_length" | "without" | "not";
  value: string;
  message: string;
  only_if?: Predicate | null;
}

export interface FieldDef {
  field_name: string;
  value?: unknown;
  required: boolean;
  read_only: boolean;
  type?: string | null;
  label?: string | null;
  hint?: string | null;
  options?: Option[] | null;
  autocomplete?: string | null;
  input_mode?: string | null;
  max_length?: number | null;
  group?: string | null;
  order?: number | null;
  show_if?: Predicate | null;
  sensitive?: boolean | null;
  error?: string | boolean | null;
  message?: string | null;
  checks?: Check[] | null;
}

export type TabStatus = "locked" | "todo" | "started" | "done" | "error" | "skipped";

export interface Tab {
  tab_name: string;
  required: boolean;
  order: number;
  title: string;
  status: TabStatus;
  href: string;
  missing?: number;
  /** The client has the application, and this step is not for whoever looks on. */
  theirs?: boolean;
  /** The call that answers its form, and the one that takes its answers; empty where it has none. */
  form_href: string;
  save_href: string;
  /** Its name in `save-enrollment`. */
  column: string;
  /** Name of the picture that is kept of it; empty where none is. */
  picture_name: string;
  /** What a client does after checking what was filled in for them. */
  clients_alone: boolean;
}

/** Who looks at an application that can be, or is, handed over to its client. */
export interface HandOver {
  side: "seller" | "client" | "guest";
  live: boolean;
  may_send: boolean;
  waiting: number;
}

export interface Wizard {
  result: Tab[];
  resume: { tab_name: string; href: string };
  state?: string;
  submitted?: boolean;
  version: number;
  enrolling_for?: string | null;
  hand_over?: HandOver | null;
}

/** Answers of a form. A list only where a field has several ticks. */
export type Answer = string | string[];
export type Answers = Record<string, Answer>;
