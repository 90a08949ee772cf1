import { type ComponentType, lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { withTexts } from "@/lib/i18n";
import { Header } from "./Header";
import { HelpLauncher } from "./HelpLauncher";
import { SkipLink } from "./Layouts";
import { LocationBanner } from "./LocationBanner";

/** Stands below what is seen first, so it comes after that; a page goes on without one that could not be had. */
const loadFooter = withTexts("footer", () => import("./Footer"));
const Footer = lazy<ComponentType>(() => loadFooter().catch(() => ({ default: () => null })));

/** Store pages: header and footer. Lazy, because the wizard has neither. */
export default function StoreLayout() {
  return (
    <>
      <SkipLink />
      <Header />
      <LocationBanner />
      <Outlet />
      <HelpLauncher />
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
    </>
  );
}
