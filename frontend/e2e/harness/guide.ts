import { readFileSync } from "node:fs";

/** A step of a guide: what its section of the document tells people to run, type, press and put into files. */
export interface Step {
  title: string;
  minutes: number;
  text: string;
  commands: string[];
  /** The rows of its file, the headings first. */
  file: string[][];
  /** The rows of its table, without the headings. */
  table: string[][];
}

/** The steps of a document whose sections are named "## 1. Title (5 minutes)". */
export function readGuide(path: string): Step[] {
  const [, ...sections] = readFileSync(path, "utf8").split(/^## \d+\. /m);
  return sections.map((section) => {
    const [head = "", ...lines] = section.split("\n");
    const [, title = "", minutes] = /^(.*) \((\d+) minutes\)$/.exec(head) ?? [];
    const text = lines.join("\n");
    const rows = lines.filter((line) => line.startsWith("| ")).map((line) => line.split("|").slice(1, -1));
    return {
      title,
      minutes: Number(minutes),
      text: text.replace(/\s+/g, " "),
      commands: blocks(text, "sh"),
      file: (blocks(text, "csv")[0]?.trim().split("\n") ?? []).map((line) => line.split(",")),
      table: rows.map((cells) => cells.map((cell) => cell.trim())).slice(1),
    };
  });
}

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(
    ([, block]) => block ?? "",
  );
}
