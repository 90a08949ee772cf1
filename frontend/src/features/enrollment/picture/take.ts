import { toPng } from "html-to-image";
import type { ReviewCard } from "@/client";
import { api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import { wizardApi } from "../api";
import { type Part, partsOf } from "./content";

/** The server takes 4,096 pixels a side. */
const TALLEST = 4000;

function element(name: string, text: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  Object.assign(made.style, style);
  return made;
}

/** A sheet beside the page, for nobody to see: it is drawn, then taken away. */
function sheet(parts: Part[]): HTMLElement {
  const made = element("div", "", {
    position: "fixed",
    left: "-10000px",
    top: "0",
    width: "720px",
    maxHeight: `${TALLEST}px`,
    overflow: "hidden",
    padding: "24px",
    boxSizing: "border-box",
    fontFamily: "sans-serif",
    fontSize: "15px",
    lineHeight: "1.5",
    color: "var(--ink)",
    background: "var(--surface)",
  });
  made.setAttribute("aria-hidden", "true");
  made.append(element("p", `${bootstrap.brand.name} · ${new Date().toISOString()}`, { opacity: "0.75" }));
  for (const { title, rows } of parts) {
    made.append(element("p", title, { fontWeight: "700", margin: "16px 0 4px" }));
    for (const { label, value } of rows) made.append(element("p", `${label}: ${value}`, { margin: "2px 0" }));
  }
  return made;
}

/** Draws the read-only summary of a finished step, as the server tells it, and sends the picture. */
export async function takePicture(id: string, tab: string, name: string, card?: ReviewCard): Promise<void> {
  const parts = partsOf(tab, card ? [card] : (await wizardApi.review(id)).result);
  if (!parts.length) return;
  const drawn = sheet(parts);
  document.body.append(drawn);
  try {
    const image = await toPng(drawn, {
      pixelRatio: 1,
      skipFonts: true,
      style: { position: "static", left: "0" },
    });
    await api.post("/api/v1/save-screenshot", { enrollment_id: id, name, image });
  } finally {
    drawn.remove();
  }
}
