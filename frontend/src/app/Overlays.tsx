import { lazy, Suspense } from "react";
import { closeOverlay, useOverlay } from "@/lib/overlays";

const FindPlanDialog = lazy(() => import("@/features/find-plan/FindPlanDialog"));
const RepCodeDialog = lazy(() => import("@/features/codes/RepCodeDialog"));
const GroupCodeDialog = lazy(() => import("@/features/codes/GroupCodeDialog"));
const AboutDialog = lazy(() => import("@/features/branding/AboutDialog"));

/** Dialogs that any page can open; see lib/overlays. */
export function Overlays() {
  const overlay = useOverlay();
  return (
    <Suspense fallback={null}>
      {overlay === "find-plan" && <FindPlanDialog onClose={closeOverlay} />}
      {overlay === "rep-code" && <RepCodeDialog onClose={closeOverlay} />}
      {overlay === "group-code" && <GroupCodeDialog onClose={closeOverlay} />}
      {overlay === "about" && <AboutDialog onClose={closeOverlay} />}
    </Suspense>
  );
}
