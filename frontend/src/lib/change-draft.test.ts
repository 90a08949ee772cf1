import { afterEach, expect, test } from "vitest";
import { dropDraft, parseDraft, readDraft, writeDraft } from "./change-draft";

const DAY = "11/23/2026";
const draft = { owner: 7, day: DAY, content: { first_name: "Mateo" } };

afterEach(dropDraft);

test("a draft comes back to its owner on its day", () => {
  writeDraft(draft);
  expect(readDraft(7, DAY)).toEqual({ first_name: "Mateo" });
});

test("somebody else gets nothing, and what was kept is gone", () => {
  writeDraft(draft);
  expect(readDraft(8, DAY)).toBeNull();
  expect(readDraft(7, DAY)).toBeNull();
});

test("a draft of yesterday doesn't come back", () => {
  writeDraft(draft);
  expect(readDraft(7, "11/24/2026")).toBeNull();
});

test("text that is no draft is none", () => {
  expect(parseDraft("{", 7, DAY)).toBeNull();
  expect(parseDraft(null, 7, DAY)).toBeNull();
});
