/**
 * English catalogs aren't committed: each has the texts of its Spanish one, untranslated. `npm run i18n` writes the same
 * files from the sources.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

function untranslate(entry: string): string {
  const text = /^msgid (.+(?:\n".*")*)/m.exec(entry)?.[1] ?? "";
  if (text === '""') return entry.replace("Language: es", "Language: en");
  return entry.replace(/^msgstr .+(?:\n".*")*/m, () => `msgstr ${text}`).trimEnd();
}

/** `locales`: the folder of all languages. */
export function writeEnglish(locales: string): void {
  mkdirSync(join(locales, "en"), { recursive: true });
  for (const file of globSync(join(locales, "es", "*.po"))) {
    const english = `${readFileSync(file, "utf8").split("\n\n").map(untranslate).join("\n\n")}\n`;
    const target = join(locales, "en", basename(file));
    if (!existsSync(target) || readFileSync(target, "utf8") !== english) writeFileSync(target, english);
  }
}
