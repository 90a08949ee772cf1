import { addCatalogs, withTexts } from "@/lib/i18n";

addCatalogs({
  told: {
    en: () => import("@/locales/en/told.po"),
    es: () => import("@/locales/es/told.po"),
  },
});

/** Sections of a recipe that stand below the fold, with the texts of them all. */
export const SECTIONS = {
  drawer: withTexts("told", () => import("./Drawer")),
  statement: withTexts("told", () => import("./SampleOrder")),
  talk: withTexts("told", () => import("./Talk")),
  desk: withTexts("told", () => import("./Desk")),
  passbook: withTexts("told", () => import("./Passbook")),
  board: withTexts("told", () => import("./Board")),
};

export type SectionName = keyof typeof SECTIONS;
