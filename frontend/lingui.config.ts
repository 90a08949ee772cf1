import { defineConfig } from "@lingui/cli";

/** The drift check extracts into a copy of the catalogs. */
const folder = process.env.PLANFRONT_CATALOGUES ?? "<rootDir>/src/locales";

/** Lazy parts of the store: their texts come with them. */
const dialogs = [
  "<rootDir>/src/features/{branding,cart-moved,codes,errors,find-plan,plan-questions,providers,verify,videos}/**",
  "<rootDir>/src/components/documents/**",
  "<rootDir>/src/components/form/DateHelp.tsx",
  "<rootDir>/src/components/history/**",
  "<rootDir>/src/components/layout/{AppLauncher,MobileMenu}.tsx",
  "<rootDir>/src/components/shop/questions/**",
  "<rootDir>/src/features/enrollment/parts/{PriceDialog,SaveLater,SecondApplication}.tsx",
  "<rootDir>/src/features/plan-detail/{MemberTier,RateByAge,WhyPrice}.tsx",
  "<rootDir>/src/features/cart/{ConfirmDialog,PlanDrawer,RemoveDialog,RiderQuestions}.tsx",
  "<rootDir>/src/components/shop/{ActiveDialog,ChoiceDialog,DependentDialog,ExpiredQuote,FilterDialogs,MembershipDialog,PortalChooser,PriceChangeDialog,SaveDialog}.tsx",
];

/** What stands on a page once there is a quote or a choice to compare. */
const quoted = ["<rootDir>/src/components/shop/{compare/CompareTray,ContextBanner,PortalFact,SavePlans}.tsx"];

/** The store's own pages, with their header and footer. */
const shop = [
  "<rootDir>/src/components/layout/{Header,HelpLauncher}.tsx",
  "<rootDir>/src/components/shop/**",
];
/** The end of the store's pages comes after everything else. */
const footer = ["<rootDir>/src/components/layout/{Footer,ThemeSwitch}.tsx"];
const detail = ["<rootDir>/src/features/plan-detail/**"];
/** The year of a plan comes after the plan's page. */
const year = [
  "<rootDir>/src/features/plan-detail/year/Year{Children,Picker,Pictures,Tables,Tabs,Unknown,WithPlan}.tsx",
];

/** The listing, and pages with many words of their own. */
const choosing = [
  "<rootDir>/src/features/{plan-fit,plans/choose}/**",
  "<rootDir>/src/components/shop/prices/**",
];
const listing = ["<rootDir>/src/features/plans/**"];
const compare = ["<rootDir>/src/features/compare/**"];
const account = [
  "<rootDir>/src/features/{account,sign-in}/**",
  "<rootDir>/src/components/form/PasswordField.tsx",
  "<rootDir>/src/components/session/**",
  "<rootDir>/src/lib/useSubmit.ts",
];
const help = ["<rootDir>/src/features/help/**"];
const leads = ["<rootDir>/src/features/leads/**"];
const quote = ["<rootDir>/src/features/quote/**", "<rootDir>/src/features/cart/{quote,Quote*}.{ts,tsx}"];
const featured = ["<rootDir>/src/components/shop/FeaturedRow.tsx"];
const home = [
  ...featured,
  "<rootDir>/src/components/layout/LocationBanner.tsx",
  "<rootDir>/src/features/{home,landing,referrals}/**",
];
/** Sections of home pages that stand below the fold. */
const sections = ["<rootDir>/src/features/home/sections/**"];
const cart = ["<rootDir>/src/features/cart/**"];

/** The page before the first step. */
const before = ["<rootDir>/src/features/enrollment/before/**"];

/** What applications have that go from a rep or group to a client. */
const handover = ["<rootDir>/src/features/enrollment/hand-over/**"];

/** Steps with many words of their own, and questions that most visits never see. */
const steps = [
  "<rootDir>/src/features/enrollment/steps/{Beneficiary,Contact,Employer,Health,Personal}Step.tsx",
  "<rootDir>/src/features/enrollment/parts/{AddressSuggestion,AsideRow,ConflictDialog,CountyQuestion,DeletePerson,DependentPanel,EnrollerCode,NoApplication,QuoteHours,SpouseQuestion,StagedPanel,TierOffer,TierSwitched}.tsx",
];

/** Reading, signing and the last look. */
const signing = [
  "<rootDir>/src/features/enrollment/steps/{AgreementStep,ReviewStep}.tsx",
  "<rootDir>/src/features/enrollment/parts/{ReviewCards,SignatureField}.tsx",
  "<rootDir>/src/features/enrollment/signing/**",
];

/** Before and after the wizard. */
const receipt = ["<rootDir>/src/features/{receipt,continue-enrollment}/**"];

/** How an application is paid. */
const billing = [
  "<rootDir>/src/features/enrollment/{steps/BillingStep.tsx,parts/billing/**}",
  "<rootDir>/src/components/hosted-card/**",
];

/** Homes and lists of reps, groups and members. */
const work = [
  "<rootDir>/src/components/layout/{ShopFrame,WorkLayout}.tsx",
  "<rootDir>/src/components/work/**",
  "<rootDir>/src/features/{agent-home,book-of-business,coverage,enrollments,group-home,group-people,group-roster,leads-assigned,member-home,members,quotes-sent}/**",
];

/** A page downloads only the texts it can show: the kit's, the shop's, its dialogs', the wizard's. */
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
        ...shop,
        ...footer,
        ...detail,
        ...quoted,
        ...home,
        ...cart,
        ...choosing,
        ...listing,
        ...leads,
        ...help,
        ...account,
        ...billing,
        ...compare,
        ...quote,
        ...work,
      ],
    },
    {
      path: `${folder}/{locale}/shop`,
      include: shop,
      exclude: [...dialogs, ...quoted, ...choosing, ...featured],
    },
    { path: `${folder}/{locale}/footer`, include: footer },
    { path: `${folder}/{locale}/detail`, include: detail, exclude: [...dialogs, ...year] },
    { path: `${folder}/{locale}/year`, include: year },
    { path: `${folder}/{locale}/quoted`, include: quoted },
    { path: `${folder}/{locale}/home`, include: home, exclude: sections },
    { path: `${folder}/{locale}/sections`, include: sections },
    { path: `${folder}/{locale}/cart`, include: cart, exclude: [...dialogs, ...quote] },
    { path: `${folder}/{locale}/listing`, include: listing, exclude: choosing },
    { path: `${folder}/{locale}/choosing`, include: choosing },
    { path: `${folder}/{locale}/compare`, include: compare },
    { path: `${folder}/{locale}/work`, include: work },
    { path: `${folder}/{locale}/quote`, include: quote },
    { path: `${folder}/{locale}/help`, include: help },
    { path: `${folder}/{locale}/leads`, include: leads },
    { path: `${folder}/{locale}/account`, include: account },
    { path: `${folder}/{locale}/dialogs`, include: dialogs },
    {
      path: `${folder}/{locale}/enrollment`,
      include: ["<rootDir>/src/features/enrollment"],
      exclude: [...before, ...handover, ...billing, ...signing, ...steps, ...dialogs],
    },
    { path: `${folder}/{locale}/before`, include: before },
    { path: `${folder}/{locale}/steps`, include: steps },
    { path: `${folder}/{locale}/signing`, include: signing },
    { path: `${folder}/{locale}/receipt`, include: receipt },
    { path: `${folder}/{locale}/handover`, include: handover },
    { path: `${folder}/{locale}/billing`, include: billing },
  ],
});
