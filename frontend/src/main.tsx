import "./styles/tokens.css";
import "./styles/base.css";
import { createRoot } from "react-dom/client";
import { followSession } from "@/lib/actor";
import { bootstrap } from "@/lib/bootstrap";
import { activateLanguage, preferredLanguage } from "@/lib/i18n";
import { rememberLanding, routerBase } from "@/lib/landing";
import { queryClient } from "@/lib/query";
import { followTabs } from "@/lib/tabs";
import { App } from "./app/App";
import { fetchFirstView } from "./app/routes";

async function start(): Promise<void> {
  rememberLanding();
  // Only the special host does this: the others needn't load it.
  if (bootstrap.flags.memberships || bootstrap.flags.landing_to_root)
    (await import("@/lib/elevate")).landAtRoot();
  followSession();
  followTabs(() => void queryClient.invalidateQueries({ queryKey: ["quote"] }));
  await activateLanguage(preferredLanguage());
  const base = routerBase();
  await fetchFirstView(base === "/" ? location.pathname : location.pathname.slice(base.length));
  const root = document.getElementById("root") ?? document.body.appendChild(document.createElement("div"));
  root.id = "root";
  createRoot(root).render(<App />);
}

void start();
