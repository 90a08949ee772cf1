/**
 * What a card processor's fields are to the page. The store has Stripe's; the package of another gateway brings a module
 * of its own, which exports `parts` and `mount` (docs/cards.md).
 */

/** One box each on the page: the number, the date and the code, or one box for the whole card. */
export type Part = "number" | "expiry" | "code" | "card";

export interface Appearance {
  color: string;
  mute: string;
  danger: string;
  family: string;
  size: string;
  /** The text face, so that the fields can load it: "" where the browser has it itself. */
  font: string;
}

export interface Options {
  script: string;
  key: string;
  language: string;
  look: Appearance;
  /** What the frame of each part is called for screen readers. */
  titles: Record<Part, string>;
  /** `message`: what is wrong with what was typed so far, in the page's language; "" for nothing. */
  onChange: (part: Part, message: string) => void;
  onFocus: (part: Part, focused: boolean) => void;
}

/** Whom the card belongs to, as the page has it. */
export interface Holder {
  name: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
}

/** `secret` and `redirect` are those of begin-card-setup. */
export interface Setup {
  secret: string;
  redirect: string;
}

/** `kept`: in the vault. `asked`: the processor or the bank said no; the store knows why. `away`: no answer. */
export type Outcome = "kept" | "asked" | "away";

export interface Fields {
  /** The parts that aren't complete or can't be right, with what to say of them; "" for a part that is just empty. */
  problems: () => { part: Part; message: string }[];
  focus: (part: Part) => void;
  /** Hands the card to the processor, and shows the bank's check where there is one. A redirect never comes back. */
  confirm: (setup: Setup, holder: Holder) => Promise<Outcome>;
  destroy: () => void;
}

export interface HostedModule {
  parts: Part[];
  /** Puts a frame into each place; rejects when the processor can't be reached. */
  mount: (places: Map<Part, HTMLElement>, options: Options) => Promise<Fields>;
}
