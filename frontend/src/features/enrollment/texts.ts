import { addCatalogs } from "@/lib/i18n";

/** Texts of single steps, which only the wizard asks for. */
addCatalogs({
  before: {
    en: () => import("@/locales/en/before.po"),
    es: () => import("@/locales/es/before.po"),
  },
  steps: {
    en: () => import("@/locales/en/steps.po"),
    es: () => import("@/locales/es/steps.po"),
  },
  signing: {
    en: () => import("@/locales/en/signing.po"),
    es: () => import("@/locales/es/signing.po"),
  },
  billing: {
    en: () => import("@/locales/en/billing.po"),
    es: () => import("@/locales/es/billing.po"),
  },
  handover: {
    en: () => import("@/locales/en/handover.po"),
    es: () => import("@/locales/es/handover.po"),
  },
});
