import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { SessionGuard } from "@/components/session/SessionGuard";
import { LiveRegion } from "@/components/ui/LiveRegion";
import { Toaster } from "@/components/ui/Toast";
import { routerBase } from "@/lib/landing";
import { queryClient } from "@/lib/query";
import { BrowserRouter } from "@/lib/router";
import { ErrorBoundary } from "./ErrorBoundary";
import { Overlays } from "./Overlays";
import { AppRoutes, fetchPage } from "./routes";

export function App() {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename={routerBase()} fetchPage={fetchPage}>
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
