import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { partWithTexts } from "@/lib/load-part";
import { Header } from "./Header";
import { SkipLink } from "./Layouts";
import s from "./StoreLayout.module.css";

// Below everything else: the page doesn't wait for it.
const Footer = lazy(partWithTexts("footer", () => import("./Footer")));

/** Store pages: header and footer. Lazy, because the wizard has neither. */
export default function StoreLayout() {
  return (
    <>
      <SkipLink />
      <Header />
      <Outlet />
      <Suspense fallback={<div className={s.footerSpace} />}>
        <Footer />
      </Suspense>
    </>
  );
}
