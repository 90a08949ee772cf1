import { i18n } from "@lingui/core";
import type { AppLink, MarketingBlocks, PageData } from "@/client/page";

export type {
  BrandBlock as Brand,
  FeaturedPlanItem as FeaturedPlan,
  HowTo,
  LandingBlock as Landing,
  MarketingBlocks as Marketing,
  MarketingText,
  NetworkLink as ProviderNetwork,
} from "@/client/page";

/** Where on the front page a text of the operator stands. */
export type MarketingKind = keyof MarketingBlocks;
export type AppKey = AppLink["key"];
export type Language = PageData["language"];

/** For pages that the server did not write: tests and previews of parts. */
const FALLBACK: PageData = {
  brand: {
    key: "planfront",
    name: "Planfront",
    tagline: "Benefits store",
    phone: "",
    phone_display: "",
    email: "",
    support_hours: "",
    logo: { src: "", alt: "Planfront" },
    cart_logo: "",
    footer_logo: "",
    hero: "",
    hero_alt: {},
    empty_icon: "",
    ios_icon: "",
    android_icon: "",
    favicon: "",
  },
  landing: null,
  flags: {
    hide_home_breadcrumb: false,
    landing_to_root: false,
    dental_vision_only: false,
    memberships: false,
    main_store: false,
    kit: false,
  },
  menu: [],
  featured: [],
  providers: [],
  home_groups: [],
  recipe: {
    hero: "folder",
    sections: ["featured", "groups", "covers", "help", "doors"],
    line: {},
    lead: {},
    ask: {},
    from_place: "",
    from_prices: [],
    featured_count: 4,
    judged: [],
    has_person: false,
    person: null,
  },
  marketing: { en: {}, es: {} },
  links: { feedback: "", register: "", logo: "", ios_app: "", android_app: "" },
  legal: [],
  videos: [],
  language: "en",
  consents: [],
  plan: null,
  cards: null,
  apps: [],
  static_art: "/static/art/",
  art: "/static/art/",
  pictures: {},
  languages: ["en", "es"],
  api: "/api/v1",
};

export function readBootstrap(source: Document = document): PageData {
  const text = source.getElementById("bootstrap")?.textContent;
  if (!text) return FALLBACK;
  const data = JSON.parse(text) as Partial<PageData>;
  return {
    ...FALLBACK,
    ...data,
    brand: { ...FALLBACK.brand, ...data.brand },
    flags: { ...FALLBACK.flags, ...data.flags },
    links: { ...FALLBACK.links, ...data.links },
  };
}

/** Read once: the index page does not change while it is open. */
export const bootstrap: PageData = readBootstrap();

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONDAY = Date.UTC(2024, 0, 1);

/** Support hours are English texts of the operator; their days can be said in any language. */
export function localHours(hours: string, locale: string): string {
  if (!locale || locale === "en") return hours;
  const day = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return hours.replace(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, (name) =>
    day.format(MONDAY + DAYS.indexOf(name) * 86_400_000),
  );
}

/** A brand's or landing page's own phone, e-mail and name lead over the operator's. */
export function contact() {
  const { brand, landing } = bootstrap;
  const display = landing?.display_phone || brand.phone_display || brand.phone;
  return {
    name: landing?.display_name || brand.name,
    phone: display,
    phoneHref: `tel:${(landing?.display_phone || brand.phone || display).replace(/[^\d+]/g, "")}`,
    email: landing?.display_email || brand.email,
    hours: localHours(brand.support_hours, i18n.locale),
  };
}
