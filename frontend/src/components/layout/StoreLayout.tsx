import { Outlet } from "react-router";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { SkipLink } from "./Layouts";

/** Store pages: header and footer. Lazy, because the wizard has neither. */
export default function StoreLayout() {
  return (
    <>
      <SkipLink />
      <Header />
      <Outlet />
      <Footer />
    </>
  );
}
