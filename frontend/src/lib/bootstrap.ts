import { i18n } from "@lingui/core";
import type { ConsentText } from "./consents";
import type { PlanDetail } from "./shop/types";

/** What the server wrote into the index page: brand, landing, flags, featured plans. Never personal data. */
export interface Brand {
  key: string;
  name: string;
  tagline: string;
  phone: string;
  phone_display: string;
  email: string;
  support_hours: string;
  logo: { src: string; alt: string };
  /** The logo of the application's pages, which have little room. */
  cart_logo: string;
  /** Stands on the footer's dark band; "" for none. */
  footer_logo: string;
  /** The large picture of the front page. */
  hero: string;
  /** Stands where there is nothing to show; "" for the store's own drawing. */
  empty_icon: string;
  /** Icons of the app links; "" for the store's own. */
  ios_icon: string;
  android_icon: string;
}

export interface Landing {
  type: "agent" | "group";
  id: number;
  code: string;
  display_name: string;
  display_phone: string;
  display_email: string;
  tagline: string;
  /** A picture of the rep or group, and where it leads; each may be "". */
  image: string;
  image_link: string;
  banner_image: string;
  logo: string;
  about: string;
}

export interface Flags {
  hide_home_breadcrumb: boolean;
  landing_to_root: boolean;
  dental_vision_only: boolean;
  memberships: boolean;
  main_store: boolean;
  kit: boolean;
}

export interface FeaturedPlan {
  plan_id: number;
  plan_name: string;
  plan_logo: string;
  plan_short_text: string;
  category: string;
  carrier_name: string;
}

/** A dentist or eye doctor network with its own search page. */
export interface ProviderNetwork {
  type: "dental" | "vision";
  name: string;
  url: string;
  note?: string;
}

/** Named plans of a marketing group on the home page. */
export interface HomeGroup {
  key: string;
  plans: { plan_id: number; plan_name: string }[];
}

/** Where on the front page a text of the operator stands. */
export type MarketingKind = "hero" | "proof" | "groups" | "group" | "covers" | "care" | "help" | "tile";

/** What a text says depends on its place: the note of a tile is its link, of a row of cover the waiting period. */
export interface MarketingText {
  title: string;
  /** A category or a plan group. */
  key?: string;
  text?: string;
  note?: string;
  percent?: number;
}

export type Marketing = Partial<Record<MarketingKind, MarketingText[]>>;

/** Where the operator's own links lead; an empty one is not shown. */
export interface SiteLinks {
  feedback: string;
  register: string;
  logo: string;
  ios_app: string;
  android_app: string;
}

/** A page about law: its path, and its heading in each language. */
export type LegalPage = { href: string } & Record<Language, string>;

/** A how-to video of the footer; captions and transcript are in the video's language. */
export interface HowTo {
  audience: "member" | "employer";
  language: Language;
  title: string;
  film: string;
  captions: string;
  poster: string;
  /** Address of the words as plain text. */
  transcript: string;
}

/** The operator's other applications, in the order of the launcher. */
export type AppKey =
  | "admin"
  | "message_center"
  | "file_management"
  | "rep_dashboard"
  | "member_dashboard"
  | "group_dashboard"
  | "ticket_management"
  | "sso"
  | "rep_registration"
  | "member_registration"
  | "group_registration";

export type Language = "en" | "es";

export interface Bootstrap {
  brand: Brand;
  landing: Landing | null;
  flags: Flags;
  menu: string[];
  featured: FeaturedPlan[];
  providers: ProviderNetwork[];
  home_groups: HomeGroup[];
  marketing: Record<Language, Marketing>;
  links: SiteLinks;
  legal: LegalPage[];
  videos: HowTo[];
  /** What `consents` and `plan` are in. */
  language: Language;
  consents: ConsentText[];
  /** The plan of a plan's own page. */
  plan: PlanDetail | null;
  /** Empty where the site flag keeps the launcher away. */
  apps: { key: AppKey; href: string }[];
  static_art: string;
  languages: Language[];
  api: string;
}

const FALLBACK: Bootstrap = {
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
    empty_icon: "",
    ios_icon: "",
    android_icon: "",
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
  marketing: { en: {}, es: {} },
  links: { feedback: "", register: "", logo: "", ios_app: "", android_app: "" },
  legal: [],
  videos: [],
  language: "en",
  consents: [],
  plan: null,
  apps: [],
  static_art: "/static/art/",
  languages: ["en", "es"],
  api: "/api/v1",
};

export function readBootstrap(source: Document = document): Bootstrap {
  const text = source.getElementById("bootstrap")?.textContent;
  if (!text) return FALLBACK;
  const given = JSON.parse(text) as Partial<Bootstrap>;
  return {
    ...FALLBACK,
    ...given,
    brand: { ...FALLBACK.brand, ...given.brand },
    flags: { ...FALLBACK.flags, ...given.flags },
    links: { ...FALLBACK.links, ...given.links },
  };
}

/** Read once: the index page does not change while it is open. */
export const bootstrap: Bootstrap = readBootstrap();

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
