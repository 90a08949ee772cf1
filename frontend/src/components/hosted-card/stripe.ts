import type { Fields, Holder, Options, Outcome, Part, Setup } from "./contract";

/** As much of Stripe's script as is used here. */
interface Change {
  empty: boolean;
  complete: boolean;
  error?: { message: string };
}
interface StripeElement {
  mount: (place: HTMLElement) => void;
  on: ((event: "change", act: (change: Change) => void) => void) &
    ((event: "ready" | "focus" | "blur" | "loaderror", act: () => void) => void);
  focus: () => void;
  destroy: () => void;
}
interface StripeScript {
  elements: (options: { locale: string; fonts?: { family: string; src: string }[] }) => {
    create: (kind: string, options: object) => StripeElement;
  };
  confirmCardSetup: (
    secret: string,
    data: { payment_method: { card: StripeElement; billing_details: object } },
  ) => Promise<{ error?: { type?: string } | null; setupIntent?: { status: string } }>;
}
declare global {
  interface Window {
    Stripe?: (key: string) => StripeScript;
  }
}

const KINDS = { number: "cardNumber", expiry: "cardExpiry", code: "cardCvc" } as const;
type Own = keyof typeof KINDS;
export const parts: Part[] = ["number", "expiry", "code"];
const WAIT_MS = 20_000;

/** Stripe wants its script to be loaded from its own address, as it is. */
function load(address: string): Promise<NonNullable<Window["Stripe"]>> {
  return new Promise((done, fail) => {
    if (window.Stripe) return done(window.Stripe);
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => (window.Stripe ? done(window.Stripe) : fail(new Error("no Stripe")));
    script.onerror = () => {
      script.remove();
      fail(new Error("not loaded"));
    };
    document.head.append(script);
  });
}

const inTime = <Value>(pending: Promise<Value>): Promise<Value> =>
  Promise.race([
    pending,
    new Promise<never>((_, fail) => setTimeout(() => fail(new Error("late")), WAIT_MS)),
  ]);

export async function mount(places: Map<Part, HTMLElement>, options: Options): Promise<Fields> {
  const stripe = (await inTime(load(options.script)))(options.key);
  const { look: appearance } = options;
  const elements = stripe.elements({
    locale: options.language,
    ...(appearance.font ? { fonts: [{ family: appearance.family, src: `url(${appearance.font})` }] } : {}),
  });
  const style = {
    base: {
      color: appearance.color,
      fontFamily: appearance.family,
      fontSize: appearance.size,
      "::placeholder": { color: appearance.mute },
    },
    invalid: { color: appearance.danger, iconColor: appearance.danger },
  };
  const state = new Map<Own, Change>();
  const mounted = new Map<Own, StripeElement>();
  const ready = (Object.keys(KINDS) as Own[]).map((part) => {
    const place = places.get(part);
    const numberOptions = part === "number" ? { showIcon: true, disableLink: true } : {};
    const element = elements.create(KINDS[part], { style, ...numberOptions });
    mounted.set(part, element);
    element.on("change", (change) => {
      state.set(part, change);
      options.onChange(part, change.error?.message ?? "");
    });
    element.on("focus", () => options.onFocus(part, true));
    element.on("blur", () => options.onFocus(part, false));
    const ready = new Promise<void>((done, fail) => {
      element.on("ready", () => {
        for (const frame of place?.querySelectorAll("iframe") ?? []) frame.title = options.titles[part];
        done();
      });
      element.on("loaderror", () => fail(new Error("not loaded")));
    });
    if (place) element.mount(place);
    return ready;
  });
  await inTime(Promise.all(ready));

  async function confirm({ secret }: Setup, holder: Holder): Promise<Outcome> {
    const { name, address1, address2, city, state, zip } = holder;
    const address = { line1: address1, line2: address2, city, state, postal_code: zip, country: "US" };
    const number = mounted.get("number");
    if (!number) return "away";
    const method = { card: number, billing_details: { name, address } };
    try {
      const { error, setupIntent } = await stripe.confirmCardSetup(secret, { payment_method: method });
      if (error?.type === "api_connection_error" || error?.type === "api_error") return "away";
      return setupIntent?.status === "succeeded" ? "kept" : "asked";
    } catch {
      return "away";
    }
  }

  return {
    problems: () =>
      (Object.keys(KINDS) as Own[]).flatMap((part) => {
        const change = state.get(part);
        return change?.complete ? [] : [{ part, message: change?.error?.message ?? "" }];
      }),
    focus: (part) => mounted.get(part as Own)?.focus(),
    confirm,
    destroy: () => {
      for (const element of mounted.values()) element.destroy();
    },
  };
}
