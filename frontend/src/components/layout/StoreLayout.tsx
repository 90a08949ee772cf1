import { lazy, Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import { useActor } from "@/lib/actor";
import { bootstrap } from "@/lib/bootstrap";
import { partWithTexts } from "@/lib/load-part";
import { useWorks } from "@/lib/shop/client";
import { Header } from "./Header";
import { SkipLink } from "./Layouts";
import s from "./StoreLayout.module.css";

// Below everything else: the page doesn't wait for it.
const Footer = lazy(partWithTexts("footer", () => import("./Footer")));
const ShopFrame = lazy(partWithTexts("work", () => import("./ShopFrame")));

/** Pages that reps and group administrators use for a client, and others that they keep their navigation on. */
const FOR_CLIENT = /^\/(home|plans|plan|compare|cart|plan-fit|PlanQuestionView)?(\/|$)/;
const AT_DESK = /^\/(account|help|provider-list)(\/|$)/;

/** Store pages: header and footer. Lazy, because the wizard has neither. */
export default function StoreLayout() {
  const works = useWorks();
  const { agentId, groupId } = useActor();
  const { pathname } = useLocation();
  const client = FOR_CLIENT.test(pathname) && !(pathname === "/" && bootstrap.landing);
  // An account that belongs to another store has no desk here.
  const desk = works && (agentId ?? groupId) !== null;
  if (desk && (client || AT_DESK.test(pathname))) {
    return (
      <Suspense fallback={null}>
        <ShopFrame client={client}>
          <Outlet />
        </ShopFrame>
      </Suspense>
    );
  }
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
