/**
 * What each page loads by itself: its modules and the catalogs of its texts, with whatever they import. The build puts
 * what pages share into few files by this list (vite.config.ts) and hands it to the server as `pages.json`, which names
 * those files in the page; the budget is counted over it.
 */
export interface PageFiles {
  /** Below `src`, without the ending. */
  modules: string[];
  texts: string[];
  /** One of these comes with it, by the brand's recipe. */
  oneOf?: string[];
}

const STORE = ["components/layout/StoreLayout"];
const store = (module: string, ...texts: string[]): PageFiles => ({
  modules: [...STORE, module],
  texts: ["shop", ...texts],
});

const wizard: PageFiles = { modules: ["features/enrollment/routes"], texts: ["enrollment"] };
const step = (name: string, ...texts: string[]): PageFiles => ({
  modules: [...wizard.modules, `features/enrollment/steps/${name}`],
  texts: [...wizard.texts, ...texts],
});

const receipt: PageFiles = { modules: ["features/receipt/routes"], texts: ["receipt"] };

/** By address: the name of a page as the server has it (webapp/routes.py), a step behind it. */
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
  "sign-in": store("features/sign-in/routes", "account"),
  enrollment: wizard,
  "enrollment/personal-info": step("PersonalStep", "steps"),
  "enrollment/contact-info": step("ContactStep", "steps"),
  "enrollment/employer-info": step("EmployerStep", "steps"),
  "enrollment/beneficiary-info": step("BeneficiaryStep", "steps"),
  "enrollment/health-questions": step("HealthStep", "steps"),
  "enrollment/dependent-information": step("DependentStep"),
  "enrollment/billing-information": step("BillingStep", "billing"),
  "enrollment/agreement-signature": step("AgreementStep", "signing"),
  "enrollment/review-confirm": step("ReviewStep", "signing"),
  "enrollment/receipt": receipt,
  confirmation: receipt,
};
