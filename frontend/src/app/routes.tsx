import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Route, Routes } from "react-router";
import { BareLayout, StoreLayout } from "@/components/layout/Layouts";
import { CardBones, Loading } from "@/components/ui/State";
import { bootstrap } from "@/lib/bootstrap";
import { withTexts } from "@/lib/i18n";

type Page = { default: ComponentType };

const HomePage = lazy(() => import("@/features/home/HomePage"));
const LandingPage = lazy(() => import("@/features/landing/LandingPage"));
const PlansPage = lazy(() => import("@/features/plans/PlansPage"));
const PlanDetailPage = lazy(() => import("@/features/plan-detail/PlanDetailPage"));
const CartPage = lazy(() => import("@/features/cart/CartPage"));
const ProviderListPage = lazy(withTexts("dialogs", () => import("@/features/providers/ProviderListPage")));
const ErrorPage = lazy(withTexts("dialogs", () => import("@/features/errors/ErrorPage")));
const LandingConfigErrorPage = lazy(
  withTexts("dialogs", () => import("@/features/errors/LandingConfigErrorPage")),
);
const KitPage = lazy(() => import("./kit/KitPage"));

/** The areas of the wizard, each with its own texts. */
const areas = import.meta.glob<Page>("../features/{enrollment,receipt,continue-enrollment}/routes.tsx");

function area(name: string) {
  const load = areas[`../features/${name}/routes.tsx`];
  if (!load) return null;
  return lazy(withTexts("enrollment", load));
}

const Enrollment = area("enrollment");
const Receipt = area("receipt");
const ContinueEnrollment = area("continue-enrollment");

function View({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <main className="wrap page" id="main">
          <Loading>
            <CardBones lines={6} />
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

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<StoreLayout />}>
        <Route path="/" element={view(bootstrap.landing ? LandingPage : HomePage)} />
        <Route path="/home" element={view(HomePage)} />
        <Route path="/plans" element={view(PlansPage)} />
        <Route path="/plan/:planId/:planName?" element={view(PlanDetailPage)} />
        <Route path="/cart" element={view(CartPage)} />
        <Route path="/provider-list" element={view(ProviderListPage)} />
      </Route>
      {Receipt && <Route path="/enrollment/receipt" element={view(Receipt)} />}
      {Receipt && <Route path="/confirmation" element={view(Receipt)} />}
      {Enrollment && <Route path="/enrollment/*" element={view(Enrollment)} />}
      {ContinueEnrollment && <Route path="/continue-enrollment" element={view(ContinueEnrollment)} />}
      {ContinueEnrollment && <Route path="/direct-continue/:id/:tab?" element={view(ContinueEnrollment)} />}
      <Route element={<BareLayout />}>
        {bootstrap.flags.kit && <Route path="/__kit" element={view(KitPage)} />}
        <Route path="/landing-config-error/:type" element={view(LandingConfigErrorPage)} />
        <Route path="*" element={view(ErrorPage)} />
      </Route>
    </Routes>
  );
}
