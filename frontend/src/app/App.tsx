import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { SessionGuard } from "@/components/session/SessionGuard";
import { LiveRegion } from "@/components/ui/LiveRegion";
import { Toaster } from "@/components/ui/Toast";
import { routerBase } from "@/lib/landing";
import { queryClient } from "@/lib/query";
import { BrowserRouter } from "@/lib/router";
import { ErrorBoundary } from "./ErrorBoundary";
import { Overlays } from "./Overlays";
import { AppRoutes } from "./routes";

/** A page one was led to starts at its top; Back and Forward keep the place that the browser remembers. */
function TopOfPage() {
  const { pathname } = useLocation();
  const led = useNavigationType() === "PUSH";
  const before = useRef(pathname);
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (led) window.scrollTo(0, 0);
  }, [pathname, led]);
  return null;
}

export function App() {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename={routerBase()}>
            <TopOfPage />
            <ErrorBoundary>
              <AppRoutes />
              <Overlays />
            </ErrorBoundary>
            <SessionGuard />
            <Toaster />
            <LiveRegion />
          </BrowserRouter>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>
  );
}
