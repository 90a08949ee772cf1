import { lazy, Suspense } from "react";
import { withTexts } from "@/lib/i18n";
import { closeOverlay, useOverlay } from "@/lib/overlays";

const FindPlanDialog = lazy(
  withTexts(
    "shop",
    withTexts("dialogs", () => import("@/features/find-plan/FindPlanDialog")),
  ),
);
const RepCodeDialog = lazy(withTexts("dialogs", () => import("@/features/codes/RepCodeDialog")));
const GroupCodeDialog = lazy(withTexts("dialogs", () => import("@/features/codes/GroupCodeDialog")));
const AboutDialog = lazy(withTexts("dialogs", () => import("@/features/branding/AboutDialog")));
const ConnectDialog = lazy(withTexts("leads", () => import("@/features/leads/ConnectDialog")));
const HelpPanel = lazy(withTexts("leads", () => import("@/features/leads/HelpPanel")));
const CartMoved = lazy(withTexts("dialogs", () => import("@/features/cart-moved/CartMoved")));
const Palette = lazy(withTexts("work", () => import("@/components/work/palette/Palette")));
const KeysDialog = lazy(withTexts("work", () => import("@/components/work/palette/KeysDialog")));
const VideoDialog = lazy(withTexts("dialogs", () => import("@/features/videos/VideoDialog")));

/** Dialogs that any page can open; see lib/overlays. */
export function Overlays() {
  const overlay = useOverlay();
  return (
    <Suspense fallback={null}>
      {overlay === "find-plan" && <FindPlanDialog onClose={closeOverlay} />}
      {overlay === "rep-code" && <RepCodeDialog onClose={closeOverlay} />}
      {overlay === "group-code" && <GroupCodeDialog onClose={closeOverlay} />}
      {overlay === "about" && <AboutDialog onClose={closeOverlay} />}
      {overlay === "connect" && <ConnectDialog onClose={closeOverlay} />}
      {overlay === "how-to" && <VideoDialog onClose={closeOverlay} />}
      {overlay === "cart-moved" && <CartMoved onClose={closeOverlay} />}
      {overlay === "palette" && <Palette onClose={closeOverlay} />}
      {overlay === "keys" && <KeysDialog onClose={closeOverlay} />}
      {overlay === "help" && <HelpPanel onClose={closeOverlay} />}
    </Suspense>
  );
}
