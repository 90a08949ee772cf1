import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { missingTexts } from "./check-texts.mjs";

let src;

beforeEach(() => {
  src = mkdtempSync(join(tmpdir(), "texts-"));
  catalog("store", "Plans");
  catalog("dialogs", "Tier");
  catalog("work", "Family");
});
afterEach(() => rmSync(src, { recursive: true }));

function write(path, text) {
  mkdirSync(dirname(join(src, path)), { recursive: true });
  writeFileSync(join(src, path), text);
}

const catalog = (name, text) =>
  write(`locales/es/${name}.po`, `msgid ""\nmsgstr ""\n\nmsgid "${text}"\nmsgstr "${text}"\n`);

const shown = (text) =>
  `import { Trans } from "@lingui/react/macro";\nexport default () => <Trans>${text}</Trans>;\n`;

it("finds a text whose catalog does not come with the part that shows it", () => {
  write("main.tsx", `import { later } from "./later";\nlater("dialogs", () => import("@/Dialog"));\n`);
  write("later.ts", "export const later = (_name, load) => load();\n");
  write("Dialog.tsx", `import Choice from "./Choice";\n${shown("Tier")}export { Choice };\n`);
  write("Choice.tsx", shown("Family"));
  expect(missingTexts(src)).toEqual([
    expect.stringMatching(/^Choice.tsx: “Family” \(.+\) is in none of store, dialogs$/),
  ]);
});

it("counts only what every way to a module loads", () => {
  write("main.tsx", `later("work", () => import("./Desk"));\nlater("dialogs", () => import("./Dialog"));\n`);
  write("Desk.tsx", `import "./Choice";\n${shown("Family")}`);
  write("Dialog.tsx", `import type { Desk } from "./Desk";\nimport "./Choice";\n${shown("Tier")}`);
  write("Choice.tsx", shown("Family"));
  expect(missingTexts(src)).toEqual([expect.stringContaining("Choice.tsx: “Family”")]);
});

it("is content when whoever is shown first has loaded the catalog", () => {
  write("main.tsx", `later("work", () => later("dialogs", () => import("./Dialog")));\n`);
  write("Dialog.tsx", `import "./Choice";\nimport("./More");\n${shown("Tier")}`);
  write("Choice.tsx", shown("Family"));
  write("More.tsx", shown("Plans"));
  write("Unused.tsx", shown("Nowhere"));
  expect(missingTexts(src)).toEqual([]);
});
