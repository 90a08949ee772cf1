/** Fails when a page class of the built manifest outgrows its gzip budget. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const dist = resolve(dirname(fileURLToPath(import.meta.url)), "../../src/planfront/webapp/dist");
const manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
const ENTRY = "src/main.tsx";
const STORE = { js: 131_000, css: 15_000 };
const WIZARD = { js: 137_000, css: 15_000 };
const SHOP = ["src/components/layout/StoreLayout.tsx", "src/locales/en/shop.po"];
const FRONT = "src/locales/en/front.po";
const PAGES = {
  home: [["src/features/home/HomePage.tsx", ...SHOP, FRONT], STORE],
  plans: [["src/features/plans/PlansPage.tsx", ...SHOP, "src/locales/en/listing.po"], STORE],
  compare: [["src/features/compare/ComparePage.tsx", ...SHOP, "src/locales/en/compare.po"], STORE],
  "plan-detail": [["src/features/plan-detail/PlanDetailPage.tsx", ...SHOP], STORE],
  cart: [["src/features/cart/CartPage.tsx", ...SHOP, FRONT], STORE],
  "landing page": [["src/features/landing/LandingPage.tsx", ...SHOP, FRONT], STORE],
  "enrollment step": [
    [
      "src/features/enrollment/routes.tsx",
      "src/features/enrollment/steps/DependentStep.tsx",
      "src/locales/en/enrollment.po",
    ],
    WIZARD,
  ],
  receipt: [["src/features/receipt/routes.tsx", "src/locales/en/receipt.po"], WIZARD],
};
const FONT_PAIRS = [["hanken-grotesk"], ["source-serif-4", "figtree"], ["bricolage-grotesque", "figtree"]];
const FONT_BUDGET = 60_000;

const size = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

function collect(key, js, css) {
  const chunk = manifest[key];
  if (!chunk || js.has(chunk.file)) return;
  js.add(chunk.file);
  for (const file of chunk.css ?? []) css.add(file);
  for (const next of chunk.imports ?? []) collect(next, js, css);
}

let failed = false;
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [page, [keys, budget]] of Object.entries(PAGES)) {
  if (!manifest[keys[0]]) continue;
  const js = new Set();
  const css = new Set();
  for (const key of [ENTRY, "src/first.ts", ...keys]) collect(key, js, css);
  const jsSize = [...js].reduce((sum, file) => sum + size(file), 0);
  const cssSize = [...css].reduce((sum, file) => sum + size(file), 0);
  const bad = jsSize > budget.js || cssSize > budget.css;
  failed ||= bad;
  process.stdout.write(
    `${bad ? "OVER " : "ok   "}${page.padEnd(14)} js ${kB(jsSize)} of ${kB(budget.js)}, css ${kB(cssSize)} of ${kB(budget.css)}\n`,
  );
}
for (const pair of FONT_PAIRS) {
  const paths = pair.map((name) => join(dist, "fonts", `${name}.woff2`));
  const bytes = paths.reduce((sum, path) => sum + (existsSync(path) ? readFileSync(path).length : 0), 0);
  const bad = bytes > FONT_BUDGET || !paths.every(existsSync);
  failed ||= bad;
  process.stdout.write(
    `${bad ? "OVER " : "ok   "}fonts ${pair.join(" + ")} ${kB(bytes)} of ${kB(FONT_BUDGET)}\n`,
  );
}
process.exit(failed ? 1 : 0);
