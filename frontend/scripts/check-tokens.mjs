/**
 * Source rules Biome has no word for:
 *  1. no raw colours outside src/styles (a brand must be able to change every colour);
 *  2. components never read a --brand-* input, only the derived roles;
 *  3. a feature's relative import never leaves its own folder.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const src = join(root, "src");
const RAW_COLOUR =
  /#[0-9a-f]{3,8}\b(?![^"'`]*\.svg)|\b(?:rgba?|hsla?|hwb|lab|lch)\(|\boklch\((?!from var\(|0 0 0 |1 0 0 )/i;
const ALLOW = /^(styles|client|locales|testing)\//;
/** Skin, hair and glasses in illustrations are people, not brand colours. */
const ILLUSTRATION = /\.art\.tsx$/;
const problems = [];

function* files(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.(css|tsx?)$/.test(entry.name)) yield path;
  }
}

function checkColours(name, text) {
  if (ALLOW.test(name) || ILLUSTRATION.test(name) || /\.test\.tsx?$/.test(name)) return;
  text.split("\n").forEach((line, index) => {
    const code = line
      .replace(/url\("data:[^"]*"\)/g, "")
      .replace(/\/\/.*|\/\*.*?\*\//g, "")
      .replace(/href="#[^"]*"/g, "");
    if (name.endsWith(".css") ? RAW_COLOUR.test(code) : /["'`:]\s*#[0-9a-f]{3,8}["'`;]/i.test(code)) {
      problems.push(`${name}:${index + 1} raw colour: ${line.trim()}`);
    }
    if (/var\(--brand-(?!display-)/.test(code))
      problems.push(`${name}:${index + 1} reads a brand input: ${line.trim()}`);
  });
}

function checkImports(name, text) {
  const feature = /^features\/([^/]+)\//.exec(name)?.[1];
  if (!feature) return;
  for (const match of text.matchAll(/(?:from|import\()\s*["'](\.[^"']+)["']/g)) {
    const target = relative(src, resolve(src, dirname(name), match[1]));
    if (!target.startsWith(`features/${feature}`))
      problems.push(`${name} imports ${match[1]} outside its feature`);
  }
}

for (const path of files(src)) {
  const name = relative(src, path);
  const text = readFileSync(path, "utf8");
  checkColours(name, text);
  checkImports(name, text);
}
if (problems.length) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(1);
}
