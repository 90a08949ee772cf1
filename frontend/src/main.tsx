import "./styles/tokens.css";
import "./styles/base.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { followSession } from "@/lib/actor";
import { lookAhead } from "@/lib/ahead";
import { bootstrap } from "@/lib/bootstrap";
import { activateLanguage, i18n, preferredLanguage } from "@/lib/i18n";
import { rememberLanding, routerBase } from "@/lib/landing";
import { queryClient } from "@/lib/query";
import { followTabs } from "@/lib/tabs";
import { App } from "./app/App";
import { fetchPage } from "./app/routes";

/** Answers that came with the page need not be asked for. */
function takeAnswers(): void {
  const { language, consents, plan } = bootstrap;
  if (language !== i18n.locale) return;
  queryClient.setQueryData(["consent-texts", language], { result: consents });
  if (plan) queryClient.setQueryData(["plan", String(plan.plan_id)], plan);
}

async function start(): Promise<void> {
  rememberLanding();
  // Only the special host does this: the others needn't load it.
  if (bootstrap.flags.memberships || bootstrap.flags.landing_to_root)
    (await import("@/lib/elevate")).landAtRoot();
  followSession();
  followTabs(() => void queryClient.invalidateQueries({ queryKey: ["quote"] }));
  await activateLanguage(preferredLanguage());
  takeAnswers();
  const base = routerBase();
  await fetchPage(base === "/" ? location.pathname : location.pathname.slice(base.length));
  const root = document.getElementById("root") ?? document.body.appendChild(document.createElement("div"));
  root.id = "root";
  // In slices, so that the page answers meanwhile; what the server drew stands until all is there.
  startTransition(() => createRoot(root).render(<App />));
  lookAhead(() => import("./app/ahead"));
}

void start();
