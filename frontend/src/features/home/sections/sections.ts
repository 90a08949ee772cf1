import { addCatalogs, withTexts } from "@/lib/i18n";

addCatalogs({
  sections: {
    en: () => import("@/locales/en/sections.po"),
    es: () => import("@/locales/es/sections.po"),
  },
});

/** Sections of a recipe that stand below the fold, with the texts of them all. */
export const SECTIONS = {
  doors: withTexts("sections", () => import("./CategoryLinks")),
  drawer: withTexts("sections", () => import("./Drawer")),
  statement: withTexts("sections", () => import("./SampleOrder")),
  talk: withTexts("sections", () => import("./Talk")),
  desk: withTexts("sections", () => import("./CostAtProvider")),
  passbook: withTexts("sections", () => import("./Passbook")),
  board: withTexts("sections", () => import("./Board")),
};

export type SectionName = keyof typeof SECTIONS;
