import { Outlet } from "react-router";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { HelpLauncher } from "./HelpLauncher";
import { SkipLink } from "./Layouts";
import { LocationBanner } from "./LocationBanner";

/** Store pages: header and footer. Lazy, because the wizard has neither. */
export default function StoreLayout() {
  return (
    <>
      <SkipLink />
      <Header />
      <LocationBanner />
      <Outlet />
      <HelpLauncher />
      <Footer />
    </>
  );
}
