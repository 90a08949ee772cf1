import type { PageData } from "@/client/page";

/** The data block of each page, for tests, which have no page from the server. */
const PAGE: PageData = {
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
    short: {},
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

const block = document.createElement("script");
block.type = "application/json";
block.id = "bootstrap";
block.textContent = JSON.stringify(PAGE);
document.head.append(block);
