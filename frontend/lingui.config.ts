import { defineConfig } from "@lingui/cli";

/** The drift check extracts into a copy of the catalogs. */
const folder = process.env.PLANFRONT_CATALOGUES ?? "<rootDir>/src/locales";

/** Lazy parts of the store: their texts come with them. */
const dialogs = [
  "<rootDir>/src/features/{branding,codes,errors,find-plan,providers}/**",
  "<rootDir>/src/features/plan-detail/questions/**",
  "<rootDir>/src/features/plan-detail/WhyPrice.tsx",
  "<rootDir>/src/features/cart/{ConfirmDialog,PlanDrawer,RemoveDialog}.tsx",
  "<rootDir>/src/components/shop/{ActiveDialog,DependentDialog,FilterDialogs,MembershipDialog}.tsx",
];

/** A page downloads only the texts it can show: the store's, its dialogs', the wizard's. */
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
        ...dialogs,
      ],
    },
    { path: `${folder}/{locale}/dialogs`, include: dialogs },
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
