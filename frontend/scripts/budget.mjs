/** Fails when what a page loads by itself (pages.ts) outgrows its gzip budget. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { PAGES } from "./pages.ts";

const dist = resolve(dirname(fileURLToPath(import.meta.url)), "../../src/planfront/webapp/dist");
const manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
/** Comes with every page. */
const START = ["src/main.tsx", "src/first.ts"];
const STORE = { js: 134_500, css: 15_000 };
/** The hero is drawn by its style sheet, in the place of a picture. */
const HOME = { ...STORE, css: 16_000 };
/** Bars, marks and waits are drawn for every row at once; 11 kB of it are the page's own. */
const COMPARE = { ...STORE, js: 135_500 };
const WIZARD = { js: 145_000, css: 16_500 };
const FILES = 18;
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
const forms = Object.entries(PAGES).flatMap(([page, { oneOf, ...files }]) =>
  oneOf
    ? oneOf.map((name) => [
        `${page} ${name.split("/").at(-1)}`,
        { ...files, modules: [...files.modules, name] },
      ])
    : [[page, files]],
);
let failed = false;
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [page, { modules, texts, wizard }] of forms) {
  const keys = [
    ...START,
    ...modules.map((name) => `src/${name}.tsx`),
    ...texts.map((name) => `src/locales/en/${name}.po`),
  ];
  const own = page.startsWith("home ") ? HOME : page === "compare" ? COMPARE : STORE;
  const budget = wizard ? WIZARD : own;
  const js = new Set();
  const css = new Set();
  for (const key of keys) collect(key, js, css);
  const jsSize = [...js].reduce((sum, file) => sum + size(file), 0);
  const cssSize = [...css].reduce((sum, file) => sum + size(file), 0);
  const bad = jsSize > budget.js || cssSize > budget.css || js.size > FILES;
  failed ||= bad;
  process.stdout.write(
    `${bad ? "OVER " : "ok   "}${page.padEnd(19)} js ${kB(jsSize)} of ${kB(budget.js)} in ${js.size} of ${FILES} files, css ${kB(cssSize)} of ${kB(budget.css)}\n`,
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
