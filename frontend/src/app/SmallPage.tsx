import { lazy } from "react";
import { withTexts } from "@/lib/i18n";

/** Small pages that few visits come to; their texts are those of dialogs. */
const pages = {
  error: lazy(() => import("@/features/errors/ErrorPage")),
  fit: lazy(
    withTexts(
      "shop",
      withTexts("choosing", () => import("@/features/plan-fit/PlanFitPage")),
    ),
  ),
  help: lazy(withTexts("help", () => import("@/features/help/HelpPage"))),
  landingError: lazy(() => import("@/features/errors/LandingConfigErrorPage")),
  providers: lazy(() => import("@/features/providers/ProviderListPage")),
  questions: lazy(() => import("@/features/plan-questions/PlanQuestionViewPage")),
  verify: lazy(() => import("@/features/verify/VerifyPage")),
};

export default function SmallPage({ page }: { page: keyof typeof pages }) {
  const Page = pages[page];
  return <Page />;
}
