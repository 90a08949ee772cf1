/**
 * What each page loads by itself: its modules and the catalogs of its texts, with whatever they import. The build puts
 * what pages share into few files by this list (vite.config.ts), and the budget is counted over it.
 */
export interface PageFiles {
  /** Below `src`, without the ending. */
  modules: string[];
  texts: string[];
  wizard: boolean;
  /** One of these comes with it, by the brand's recipe. */
  oneOf?: string[];
}

const STORE = ["components/layout/StoreLayout"];
const store = (module: string, ...texts: string[]): PageFiles => ({
  modules: [...STORE, module],
  texts: ["shop", ...texts],
  wizard: false,
});

const step = (name: string, ...texts: string[]): PageFiles => ({
  modules: ["features/enrollment/routes", `features/enrollment/steps/${name}`],
  texts: ["enrollment", ...texts],
  wizard: true,
});

export const PAGES: Record<string, PageFiles> = {
  home: {
    ...store("features/home/HomePage", "home"),
    oneOf: ["Folder", "Editorial", "Face", "Card"].map((name) => `features/home/hero/${name}Hero`),
  },
  landing: store("features/landing/LandingPage", "home"),
  plans: store("features/plans/PlansPage", "listing"),
  plan: store("features/plan-detail/PlanDetailPage", "detail"),
  compare: store("features/compare/ComparePage", "compare"),
  cart: store("features/cart/CartPage", "cart"),
  personal: step("PersonalStep", "steps"),
  contact: step("ContactStep", "steps"),
  employer: step("EmployerStep", "steps"),
  beneficiary: step("BeneficiaryStep", "steps"),
  health: step("HealthStep", "steps"),
  dependent: step("DependentStep"),
  billing: step("BillingStep", "billing"),
  agreement: step("AgreementStep", "signing"),
  review: step("ReviewStep", "signing"),
  receipt: { modules: ["features/receipt/routes"], texts: ["receipt"], wizard: true },
};
