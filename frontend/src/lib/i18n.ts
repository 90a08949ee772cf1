import { i18n, type Messages } from "@lingui/core";
import { messages as englishStore } from "@/locales/en/store.po";
import { bootstrap, type Language } from "./bootstrap";
import { getItem, setItem } from "./storage";

type Catalog =
  | "store"
  | "shop"
  | "footer"
  | "detail"
  | "year"
  | "quoted"
  | "home"
  | "sections"
  | "cart"
  | "listing"
  | "choosing"
  | "dialogs"
  | "quote"
  | "help"
  | "leads"
  | "account"
  | "compare"
  | "work"
  | "enrollment"
  | "before"
  | "steps"
  | "signing"
  | "receipt"
  | "handover"
  | "billing";

export type Catalogs = Partial<Record<Catalog, Record<Language, () => Promise<{ messages: Messages }>>>>;

const loaders: Catalogs = {
  store: {
    en: async () => ({ messages: englishStore }),
    es: () => import("@/locales/es/store.po"),
  },
  shop: {
    en: () => import("@/locales/en/shop.po"),
    es: () => import("@/locales/es/shop.po"),
  },
  footer: {
    en: () => import("@/locales/en/footer.po"),
    es: () => import("@/locales/es/footer.po"),
  },
  detail: {
    en: () => import("@/locales/en/detail.po"),
    es: () => import("@/locales/es/detail.po"),
  },
  quoted: {
    en: () => import("@/locales/en/quoted.po"),
    es: () => import("@/locales/es/quoted.po"),
  },
  home: {
    en: () => import("@/locales/en/home.po"),
    es: () => import("@/locales/es/home.po"),
  },
  cart: {
    en: () => import("@/locales/en/cart.po"),
    es: () => import("@/locales/es/cart.po"),
  },
  listing: {
    en: () => import("@/locales/en/listing.po"),
    es: () => import("@/locales/es/listing.po"),
  },
  choosing: {
    en: () => import("@/locales/en/choosing.po"),
    es: () => import("@/locales/es/choosing.po"),
  },
  compare: {
    en: () => import("@/locales/en/compare.po"),
    es: () => import("@/locales/es/compare.po"),
  },
  dialogs: {
    en: () => import("@/locales/en/dialogs.po"),
    es: () => import("@/locales/es/dialogs.po"),
  },
  quote: {
    en: () => import("@/locales/en/quote.po"),
    es: () => import("@/locales/es/quote.po"),
  },
  leads: {
    en: () => import("@/locales/en/leads.po"),
    es: () => import("@/locales/es/leads.po"),
  },
  account: {
    en: () => import("@/locales/en/account.po"),
    es: () => import("@/locales/es/account.po"),
  },
  work: {
    en: () => import("@/locales/en/work.po"),
    es: () => import("@/locales/es/work.po"),
  },
  enrollment: {
    en: () => import("@/locales/en/enrollment.po"),
    es: () => import("@/locales/es/enrollment.po"),
  },
  receipt: {
    en: () => import("@/locales/en/receipt.po"),
    es: () => import("@/locales/es/receipt.po"),
  },
};

/** A part of the store that brings catalogs of its own along: they are no weight for the other pages. */
export const addCatalogs = (more: Catalogs): Catalogs => Object.assign(loaders, more);

const used = new Set<Catalog>(["store"]);

export function preferredLanguage(): Language {
  const offered = bootstrap.languages;
  const wished = [getItem("language"), ...navigator.languages];
  for (const tag of wished) {
    const language = tag?.slice(0, 2).toLowerCase() as Language | undefined;
    if (language && offered.includes(language)) return language;
  }
  return offered[0] ?? "en";
}

async function loadInto(language: Language, catalogs: Iterable<Catalog>): Promise<void> {
  const parts = await Promise.all([...catalogs].map((name) => loaders[name]?.[language]()));
  for (const part of parts) if (part) i18n.load(language, part.messages);
}

/** A lazy area adds its texts before its first render. */
export async function loadCatalog(name: Catalog): Promise<void> {
  used.add(name);
  await loadInto(i18n.locale as Language, [name]);
}

/** For React.lazy: a part of the app together with its texts. */
export const withTexts =
  <Part>(name: Catalog, load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const [part] = await Promise.all([load(), loadCatalog(name)]);
    return part;
  };

/** Loads every used catalog, then switches at once: no half-translated frame. */
export async function activateLanguage(language: Language): Promise<void> {
  await loadInto(language, used);
  document.documentElement.lang = language;
  i18n.activate(language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  setItem("language", language);
  await activateLanguage(language);
}

export { i18n };
