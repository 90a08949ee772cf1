/** Fails when what a page loads by itself (pages.ts) outgrows its gzip budget. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const dist = resolve(dirname(fileURLToPath(import.meta.url)), "../../src/planfront/webapp/dist");
const read = (name) => JSON.parse(readFileSync(join(dist, name), "utf8"));
const manifest = read("manifest.json");
const pages = read("pages.json");
const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
/** Comes with every page. */
const START = ["src/main.tsx", "src/first.ts"];
/** The most that each kind of page may weigh, by the beginning of its address. */
const BUDGETS = [
  // The hero is drawn by its style sheet, in the place of a picture.
  ["home", { js: 130_000, css: 14_600, files: 15 }],
  ["plan", { js: 134_500, css: 14_200, files: 12 }],
  ["compare", { js: 134_000, css: 14_000, files: 12 }],
  ["enrollment/receipt", { js: 117_500, css: 12_400, files: 10 }],
  ["confirmation", { js: 117_500, css: 12_400, files: 10 }],
  // Texts to read, fields for a signature and cards of all answers.
  ["enrollment/agreement", { js: 142_400, css: 14_700, files: 13 }],
  ["enrollment/billing", { js: 144_000, css: 13_000, files: 12 }],
  ["enrollment/review", { js: 139_800, css: 16_600, files: 13 }],
  // A list of people, and the panel for one of them.
  ["enrollment/beneficiary", { js: 141_700, css: 12_400, files: 13 }],
  ["enrollment", { js: 137_800, css: 12_000, files: 12 }],
  ["", { js: 128_200, css: 11_600, files: 12 }],
];
const FONT_PAIRS = [["hanken-grotesk"], ["source-serif-4", "figtree"], ["bricolage-grotesque", "figtree"]];
const FONT_BUDGET = 60_000;

const size = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

function collect(key, js, css) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (js.has(chunk.file)) return;
  js.add(chunk.file);
  for (const file of chunk.css ?? []) css.add(file);
  for (const next of chunk.imports ?? []) collect(next, js, css);
}

/** A page that comes in several forms, once for each of them. */
const forms = Object.entries(pages).flatMap(([page, { files, texts, one_of }]) =>
  one_of.length
    ? one_of.map(([name, file]) => [`${page} ${name}`, [...files, file], texts])
    : [[page, files, texts]],
);
let failed = false;
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [page, files, texts] of forms) {
  const keys = [
    ...START,
    ...files.map((file) => keyOf.get(file)),
    ...texts.map((name) => `src/locales/en/${name}.po`),
  ];
  const [, budget] = BUDGETS.find(([start]) => page.startsWith(start));
  const js = new Set();
  const css = new Set();
  for (const key of keys) collect(key, js, css);
  const jsSize = [...js].reduce((sum, file) => sum + size(file), 0);
  const cssSize = [...css].reduce((sum, file) => sum + size(file), 0);
  const bad = jsSize > budget.js || cssSize > budget.css || js.size > budget.files;
  failed ||= bad;
  process.stdout.write(
    `${bad ? "OVER " : "ok   "}${page.padEnd(33)} js ${kB(jsSize)} of ${kB(budget.js)} in ${js.size} of ${budget.files} files, css ${kB(cssSize)} of ${kB(budget.css)}\n`,
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
