/**
 * Every text must be in a catalog that is there whenever its module can be shown.
 *
 * A module is shown with the catalogs of whoever imports it, and a part that is loaded later with those named around its
 * import, `withTexts("dialogs", () => import("./Part"))`, too. Reached in several ways, only what all of them load counts.
 * A text that none of these catalogs has would stand on the page as its raw id.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { transformFileSync } from "@babel/core";
import extractMessages from "@lingui/babel-plugin-extract-messages";
import macros from "@lingui/babel-plugin-lingui-macro";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";

const ALWAYS = "store";
/** Generated, or never shipped. */
const APART = /^(client|testing)[\\/]|\.test\.tsx?$|\.d\.ts$/;
const ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
const linguiConfig = {
  runtimeConfigModule: { i18n: ["@lingui/core", "i18n"], Trans: ["@lingui/react", "Trans"] },
};

function* sources(folder, top = folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path, top);
    else if (/\.tsx?$/.test(entry.name) && !APART.test(relative(top, path))) yield path;
  }
}

const unquoted = (text) => JSON.parse(`"${[...text.matchAll(/"(.*)"/g)].map((part) => part[1]).join("")}"`);

/** Ids of a catalog's texts, as the macros make them from message and context. */
function idsOf(path) {
  const ids = new Set();
  for (const entry of readFileSync(path, "utf8").split("\n\n")) {
    const message = /^msgid (.*(?:\n".*")*)/m.exec(entry)?.[1];
    const context = /^msgctxt (.*(?:\n".*")*)/m.exec(entry)?.[1];
    if (message) ids.add(generateMessageId(unquoted(message), context && unquoted(context)));
  }
  return ids;
}

function catalogsIn(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".po"));
  return new Map(files.map((name) => [name.replace(/\.po$/, ""), idsOf(join(folder, name))]));
}

/** Names of catalogs among the arguments of the calls around an import. */
function namedAround(path, catalogs) {
  const names = [];
  for (let above = path.parentPath; above; above = above.parentPath) {
    if (!above.isCallExpression()) continue;
    for (const { type, value } of above.node.arguments)
      if (type === "StringLiteral" && catalogs.has(value)) names.push(value);
  }
  return names;
}

const isType = ({ importKind, exportKind, specifiers = [] }) =>
  (importKind ?? exportKind) === "type" ||
  (specifiers.length > 0 && specifiers.every((specifier) => specifier.importKind === "type"));

/** A plugin that reports what a module imports: the name, and the catalogs that come with it. */
function imports(catalogs, report) {
  const visit = (path) => {
    const { node } = path;
    const later = path.isImportExpression() || node.callee?.type === "Import";
    const name = later ? (node.arguments?.[0] ?? node.source) : node.source;
    if (name?.type !== "StringLiteral" || isType(node)) return;
    report(name.value, later ? namedAround(path, catalogs) : []);
  };
  return () => ({
    visitor: {
      Program(path) {
        path.traverse({ "ModuleDeclaration|CallExpression|ImportExpression": visit });
      },
    },
  });
}

/** The imports and texts of a module. */
function read(file, catalogs, moduleOf) {
  const found = { imports: [], texts: [] };
  const report = (name, names) => {
    const target = moduleOf(file, name);
    if (target) found.imports.push({ target, names });
  };
  const onMessageExtracted = (text) => found.texts.push(text);
  transformFileSync(file, {
    code: false,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ["typescript", "jsx"] },
    plugins: [
      imports(catalogs, report),
      [macros, { descriptorFields: "all" }],
      [extractMessages, { linguiConfig, onMessageExtracted }],
    ],
  });
  return found;
}

/** Catalogs that are surely there when a module is shown: what every way to it has loaded. */
function loadedAt(entry, graph) {
  const loaded = new Map([[entry, new Set([ALWAYS])]]);
  const waiting = [entry];
  while (waiting.length) {
    const file = waiting.pop();
    for (const { target, names } of graph.get(file).imports) {
      const here = new Set([...loaded.get(file), ...names]);
      const before = loaded.get(target);
      const after = before ? before.intersection(here) : here;
      if (before?.size === after.size) continue;
      loaded.set(target, after);
      waiting.push(target);
    }
  }
  return loaded;
}

/** Texts that may be shown without their catalog, one line each. */
export function missingTexts(src) {
  const modules = new Set(sources(src));
  const moduleOf = (from, name) => {
    const path = name.startsWith("@/") ? join(src, name.slice(2)) : resolve(dirname(from), name);
    return ENDINGS.map((ending) => path + ending).find((file) => modules.has(file));
  };
  const catalogs = catalogsIn(join(src, "locales/es"));
  const graph = new Map([...modules].map((file) => [file, read(file, catalogs, moduleOf)]));
  const missing = [];
  for (const [file, there] of loadedAt(join(src, "main.tsx"), graph)) {
    for (const { id, message } of graph.get(file).texts) {
      if ([...there].some((name) => catalogs.get(name).has(id))) continue;
      missing.push(`${relative(src, file)}: “${message}” (${id}) is in none of ${[...there].join(", ")}`);
    }
  }
  return missing;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = missingTexts(resolve(dirname(fileURLToPath(import.meta.url)), "../src"));
  if (missing.length) {
    process.stderr.write(`${missing.join("\n")}\n`);
    process.exit(1);
  }
}
