/** Every text of the catalogs must have a Spanish translation, and the same one wherever it stands. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../src/locales/es");
const problems = [];
// Pages load several catalogs: of two translations the one loaded last would win.
const seen = new Map();
for (const name of readdirSync(folder).filter((file) => file.endsWith(".po"))) {
  for (const entry of readFileSync(join(folder, name), "utf8").split("\n\n")) {
    const id = /^msgid (.*(?:\n".*")*)/m.exec(entry)?.[1];
    const text = /^msgstr (.*(?:\n".*")*)/m.exec(entry)?.[1];
    if (!id || id === '""') continue;
    if (text === '""') problems.push(`${name}: no Spanish for ${id}`);
    const key = `${/^msgctxt .*/m.exec(entry)?.[0] ?? ""} ${id}`;
    const first = seen.get(key) ?? { name, text };
    if (first.text !== text) problems.push(`${name}: ${id} is ${text}, but ${first.text} in ${first.name}`);
    seen.set(key, first);
  }
}
if (problems.length) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(1);
}
