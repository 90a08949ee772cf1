import { defineConfig } from "@lingui/cli";

/** The drift check extracts into a copy of the catalogs. */
const folder = process.env.PLANFRONT_CATALOGUES ?? "<rootDir>/src/locales";

/** Two catalogs, so that the store never downloads the texts of the wizard. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "es"],
  catalogs: [
    {
      path: `${folder}/{locale}/store`,
      include: ["<rootDir>/src"],
      exclude: [
        "**/node_modules/**",
        "<rootDir>/src/client/**",
        "<rootDir>/src/features/enrollment/**",
        "<rootDir>/src/features/receipt/**",
        "<rootDir>/src/features/continue-enrollment/**",
      ],
    },
    {
      path: `${folder}/{locale}/enrollment`,
      include: [
        "<rootDir>/src/features/enrollment",
        "<rootDir>/src/features/receipt",
        "<rootDir>/src/features/continue-enrollment",
      ],
    },
  ],
});
