/** Every text of the catalogs must have a Spanish translation. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../src/locales/es");
const missing = [];
for (const name of readdirSync(folder).filter((file) => file.endsWith(".po"))) {
  for (const entry of readFileSync(join(folder, name), "utf8").split("\n\n")) {
    const id = /^msgid (.*(?:\n".*")*)/m.exec(entry)?.[1];
    const text = /^msgstr (.*(?:\n".*")*)/m.exec(entry)?.[1];
    if (id && id !== '""' && text === '""') missing.push(`${name}: ${id}`);
  }
}
if (missing.length) {
  process.stderr.write(`${missing.length} texts without Spanish:\n${missing.join("\n")}\n`);
  process.exit(1);
}
