import "./styles/tokens.css";
import "./styles/base.css";
import { createRoot } from "react-dom/client";
import { followSession } from "@/lib/actor";
import { activateLanguage, preferredLanguage } from "@/lib/i18n";
import { landAtRoot, rememberLanding, routerBase } from "@/lib/landing";
import { App } from "./app/App";
import { fetchFirstView } from "./app/routes";

async function start(): Promise<void> {
  rememberLanding();
  landAtRoot();
  followSession();
  await activateLanguage(preferredLanguage());
  const base = routerBase();
  await fetchFirstView(base === "/" ? location.pathname : location.pathname.slice(base.length));
  const root = document.getElementById("root") ?? document.body.appendChild(document.createElement("div"));
  root.id = "root";
  createRoot(root).render(<App />);
}

void start();
