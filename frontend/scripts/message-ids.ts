/**
 * Lingui names a text by six characters of a hash, twice: where it is shown and in its catalog. Hashes don't compress;
 * in a build each text has a number instead, two characters that are alike for texts of one page.
 */
import { globSync, readFileSync } from "node:fs";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { Plugin } from "vite";

const SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** The text behind a word of a catalog's entry, which may go over several lines. */
function textOf(entry: string, word: string): string {
  const lines = new RegExp(`^${word} (".*(?:\n".*)*)`, "m").exec(entry)?.[1] ?? "";
  return (lines.match(QUOTED) ?? []).map((line) => JSON.parse(line)).join("");
}

function numberOf(index: number): string {
  const [tens, ones] = [Math.floor(index / SIGNS.length), index % SIGNS.length];
  if (tens >= SIGNS.length) throw new Error("There are more texts than two characters can number.");
  return `${SIGNS[tens]}${SIGNS[ones]}`;
}

/** By Lingui's name for a text, its number; texts of one catalog follow each other. */
function numberTexts(catalogs: string): Map<string, string> {
  const numbers = new Map<string, string>();
  for (const file of globSync(`${catalogs}*.po`).sort())
    for (const entry of readFileSync(file, "utf8").split("\n\n")) {
      const text = textOf(entry, "msgid");
      const id = generateMessageId(text, textOf(entry, "msgctxt"));
      if (text && !numbers.has(id)) numbers.set(id, numberOf(numbers.size));
    }
  return numbers;
}

/** `catalogs`: the folder of one language; all have the same texts. */
export function shortMessageIds(catalogs: string): Plugin {
  let numbers = new Map<string, string>();
  return {
    name: "planfront:short-message-ids",
    apply: "build",
    enforce: "post",
    buildStart() {
      numbers = numberTexts(catalogs);
    },
    transform: {
      filter: { id: /\/src\/.*\.(tsx?|po)$/ },
      handler: (code, id) => {
        const named = id.endsWith(".po") ? /(?<=")([\w-]{6})(?=\\?":)/g : /(?<=\bid: ")([\w-]{6})(?=")/g;
        return { code: code.replace(named, (name) => numbers.get(name) ?? name), map: null };
      },
    },
  };
}
