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

/** The place of an operator's text on the front page. */
export type MarketingKind = keyof MarketingBlocks;
export type AppKey = AppLink["key"];
export type Language = PageData["language"];

/** Read once: the index page does not change while it is open. */
export const bootstrap: PageData = JSON.parse(document.getElementById("bootstrap")?.textContent ?? "");

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

/** A brand's or landing page's own phone, email and name lead over the operator's. */
export function contact(locale = i18n.locale) {
  const { brand, landing } = bootstrap;
  const display = landing?.display_phone || brand.phone_display || brand.phone;
  return {
    name: landing?.display_name || brand.name,
    phone: display,
    phoneHref: `tel:${(landing?.display_phone || brand.phone || display).replace(/[^\d+]/g, "")}`,
    email: landing?.display_email || brand.email,
    hours: localHours(brand.support_hours, locale),
  };
}
