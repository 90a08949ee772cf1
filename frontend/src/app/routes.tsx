import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { BareLayout } from "@/components/layout/Layouts";
import { CardSkeleton, Loading } from "@/components/ui/State";
import { useActor, useEnd } from "@/lib/actor";
import { bootstrap } from "@/lib/bootstrap";
import { withTexts } from "@/lib/i18n";
import { lastReceipt } from "@/lib/last-receipt";
import { prefetchable } from "@/lib/prefetchable";

type Page = { default: ComponentType };

/** Store pages by the first part of their path; what each loads is also in scripts/pages.ts, which the server reads. */
const pages = {
  home: prefetchable(
    withTexts(
      "shop",
      withTexts<Page>("home", () => import("@/features/home/HomePage").then((page) => page.withHero())),
    ),
  ),
  landing: prefetchable(
    withTexts(
      "shop",
      withTexts("home", () => import("@/features/landing/LandingPage")),
    ),
  ),
  plans: prefetchable(
    withTexts(
      "shop",
      withTexts("listing", () => import("@/features/plans/PlansPage")),
    ),
  ),
  compare: prefetchable(
    withTexts(
      "shop",
      withTexts("compare", () => import("@/features/compare/ComparePage")),
    ),
  ),
  plan: prefetchable(
    withTexts(
      "shop",
      withTexts("detail", () => import("@/features/plan-detail/PlanDetailPage")),
    ),
  ),
  cart: prefetchable(
    withTexts(
      "shop",
      withTexts("cart", () => import("@/features/cart/CartPage")),
    ),
  ),
  "sign-in": prefetchable(
    withTexts(
      "shop",
      withTexts("account", () => import("@/features/sign-in/routes")),
    ),
  ),
};
const StoreLayout = prefetchable(withTexts("shop", () => import("@/components/layout/StoreLayout")));

/** Fetches the layout and the page of a path below the router's base, with their texts. */
export async function fetchPage(path: string): Promise<void> {
  const first = path.split("/")[1] || (bootstrap.landing ? "landing" : "home");
  const page = pages[first as keyof typeof pages];
  if (page) await Promise.allSettled([StoreLayout.fetch(), page.fetch()]);
}

const QuotePage = lazy(
  withTexts(
    "dialogs",
    withTexts("quote", () => import("@/features/quote/QuotePage")),
  ),
);
const UnsubscribePage = lazy(withTexts("quote", () => import("@/features/quote/UnsubscribePage")));
const StopDailyPage = lazy(withTexts("quote", () => import("@/features/quote/StopDailyPage")));
const ReferralsPage = lazy(
  withTexts(
    "shop",
    withTexts("home", () => import("@/features/referrals/ReferralsPage")),
  ),
);
const SmallPage = lazy(withTexts("dialogs", () => import("./SmallPage")));
const AccountPage = lazy(
  withTexts(
    "shop",
    withTexts("account", () => import("@/features/account/AccountPage")),
  ),
);
const WorkPage = lazy(withTexts("work", () => import("./WorkPage")));
const Coverage = lazy(
  withTexts(
    "work",
    withTexts("account", () => import("@/features/coverage/routes")),
  ),
);
const KitPage = lazy(() => import("./kit/KitPage"));

/** The areas of the wizard, each with its own texts. */
const areas = import.meta.glob<Page>("../features/{enrollment,receipt,continue-enrollment}/routes.tsx");

function area(name: string, texts: "enrollment" | "receipt") {
  const load = areas[`../features/${name}/routes.tsx`];
  if (!load) return null;
  return lazy(withTexts(texts, load));
}

const Enrollment = area("enrollment", "enrollment");
const Receipt = area("receipt", "receipt");
const ContinueEnrollment = area("continue-enrollment", "receipt");

function View({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <main className="wrap page" id="main">
          <Loading>
            <CardSkeleton lines={6} />
          </Loading>
        </main>
      }
    >
      {children}
    </Suspense>
  );
}

const view = (Component: ComponentType | null) =>
  Component ? (
    <View>
      <Component />
    </View>
  ) : null;

const rest = (page: "error" | "fit" | "help" | "landingError" | "providers" | "questions" | "verify") => (
  <View>
    <SmallPage page={page} />
  </View>
);

const desk = (
  of: "rep" | "group" | "either",
  page:
    | "agent"
    | "book"
    | "clientChange"
    | "enrollments"
    | "group"
    | "leads"
    | "members"
    | "personChange"
    | "quotes",
) => (
  <View>
    <WorkPage of={of} page={page} />
  </View>
);

/** Every applicant's receipt leads here; a visitor who has just enrolled goes on to the store's home. */
function MemberHome() {
  const { role } = useActor();
  const end = useEnd();
  const enrolled = role === "visitor" && !end && lastReceipt();
  return <Navigate replace to={enrolled ? "/" : "/coverage"} />;
}

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/agent-home" element={desk("rep", "agent")} />
      <Route path="/book-of-business/:memberId/change/:step?" element={desk("rep", "clientChange")} />
      <Route path="/group-home/people/:memberId/change/:step?" element={desk("group", "personChange")} />
      <Route path="/book-of-business/*" element={desk("rep", "book")} />
      <Route path="/enrollments" element={desk("either", "enrollments")} />
      <Route path="/quotes" element={desk("either", "quotes")} />
      <Route path="/leads/*" element={desk("rep", "leads")} />
      <Route path="/agent-select-member" element={desk("rep", "members")} />
      <Route path="/group-home/*" element={desk("group", "group")} />
      <Route path="/group-select-member" element={desk("group", "members")} />
      <Route
        element={
          <Suspense fallback={null}>
            <StoreLayout />
          </Suspense>
        }
      >
        <Route path="/" element={view(bootstrap.landing ? pages.landing : pages.home)} />
        <Route path="/home" element={view(pages.home)} />
        <Route path="/plans" element={view(pages.plans)} />
        <Route path="/compare" element={view(pages.compare)} />
        <Route path="/plan/:planId/:planName?" element={view(pages.plan)} />
        <Route path="/cart" element={view(pages.cart)} />
        <Route path="/quote/:token" element={view(QuotePage)} />
        <Route path="/quote/:token/unsubscribe" element={view(UnsubscribePage)} />
        <Route path="/daily-email/:token/unsubscribe" element={view(StopDailyPage)} />
        <Route path="/plan-fit" element={rest("fit")} />
        <Route path="/help" element={rest("help")} />
        <Route path="/verify" element={rest("verify")} />
        <Route path="/PlanQuestionView" element={rest("questions")} />
        <Route path="/referrals" element={view(ReferralsPage)} />
        <Route path="/sign-in/*" element={view(pages["sign-in"])} />
        <Route path="/account" element={view(AccountPage)} />
        <Route path="/member-home" element={<MemberHome />} />
        <Route path="/coverage/*" element={view(Coverage)} />
        <Route path="/provider-list" element={rest("providers")} />
      </Route>
      {Receipt && <Route path="/enrollment/receipt" element={view(Receipt)} />}
      {Receipt && <Route path="/confirmation" element={view(Receipt)} />}
      {Enrollment && <Route path="/enrollment/*" element={view(Enrollment)} />}
      {ContinueEnrollment && <Route path="/continue-enrollment" element={view(ContinueEnrollment)} />}
      {ContinueEnrollment && <Route path="/direct-continue/:id/:tab?" element={view(ContinueEnrollment)} />}
      <Route element={<BareLayout />}>
        {bootstrap.flags.kit && <Route path="/__kit" element={view(KitPage)} />}
        <Route path="/landing-config-error/:type" element={rest("landingError")} />
        <Route path="/404" element={rest("error")} />
        {/* A word of its own is a landing page's address; one that the store doesn't have is not found. */}
        <Route path="/:landing" element={<Navigate to="/404" replace />} />
        <Route path="*" element={rest("error")} />
      </Route>
    </Routes>
  );
}
