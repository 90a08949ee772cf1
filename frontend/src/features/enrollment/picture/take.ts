import { toPng } from "html-to-image";
import type { ReviewCard } from "@/client";
import { api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import { wizardApi } from "../api";
import { type Part, partsOf } from "./content";

/** The server takes 4,096 pixels a side. */
const TALLEST = 4000;

function element(name: string, text: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  Object.assign(created.style, style);
  return created;
}

/** A sheet beside the page, for nobody to see: it is drawn, then taken away. */
function sheet(parts: Part[]): HTMLElement {
  const created = element("div", "", {
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
  created.setAttribute("aria-hidden", "true");
  created.append(element("p", `${bootstrap.brand.name} · ${new Date().toISOString()}`, { opacity: "0.75" }));
  for (const { title, rows } of parts) {
    created.append(element("p", title, { fontWeight: "700", margin: "16px 0 4px" }));
    for (const { label, value } of rows)
      created.append(element("p", `${label}: ${value}`, { margin: "2px 0" }));
  }
  return created;
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
