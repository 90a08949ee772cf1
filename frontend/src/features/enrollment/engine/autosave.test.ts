import { describe, expect, it } from "vitest";
import { type AutosaveEvent, autosave, hasUnsaved, initialAutosave } from "./autosave";

const run = (...events: AutosaveEvent[]) => events.reduce(autosave, initialAutosave(1));
const edit = (field: string): AutosaveEvent => ({ type: "edit", field });
const saved: AutosaveEvent = { type: "saved", version: 2, at: "2026-11-21T10:42:00Z" };

describe("autosave", () => {
  it("collects changed fields once", () => {
    expect(run(edit("city"), edit("zip"), edit("city"))).toMatchObject({
      status: "dirty",
      dirty: ["city", "zip"],
    });
  });

  it("sends what is dirty and stays dirty for what is typed meanwhile", () => {
    const state = run(edit("city"), { type: "send" }, edit("zip"));
    expect(state).toMatchObject({ status: "saving", sending: ["city"], dirty: ["zip"] });
    expect(autosave(state, saved)).toMatchObject({
      status: "dirty",
      version: 2,
      dirty: ["zip"],
      sending: [],
    });
  });

  it("has one save at a time and none when nothing changed", () => {
    const saving = run(edit("city"), { type: "send" });
    expect(autosave(saving, { type: "send" })).toBe(saving);
    const idle = initialAutosave(1);
    expect(autosave(idle, { type: "send" })).toBe(idle);
  });

  it("puts the fields of a failed save back in the queue", () => {
    const state = run(edit("city"), { type: "send" }, edit("zip"), { type: "failed" });
    expect(state).toMatchObject({ status: "offline", dirty: ["city", "zip"], sending: [] });
    expect(hasUnsaved(state)).toBe(true);
    expect(autosave(state, { type: "send" }).status).toBe("saving");
  });

  it("holds still in a conflict until the visitor decides", () => {
    const conflict = run(
      edit("city"),
      { type: "send" },
      { type: "conflict", version: 5, values: { city: "Austin" } },
    );
    expect(conflict).toMatchObject({
      status: "conflict",
      version: 5,
      dirty: ["city"],
      conflict: { city: "Austin" },
    });
    expect(autosave(conflict, { type: "send" })).toBe(conflict);
    expect(autosave(conflict, { type: "resolved", mine: [] })).toMatchObject({ status: "saved", dirty: [] });
    expect(autosave(conflict, { type: "resolved", mine: ["city"] })).toMatchObject({
      status: "dirty",
      version: 5,
    });
  });

  it("keeps what was typed beside the answers in conflict", () => {
    const typed = run(
      edit("city"),
      edit("zip"),
      { type: "send" },
      { type: "conflict", version: 5, values: { city: "Austin" } },
    );
    expect(autosave(typed, { type: "resolved", mine: [] })).toMatchObject({
      status: "dirty",
      dirty: ["zip"],
    });
    expect(autosave(typed, { type: "resolved", mine: ["city"] }).dirty).toEqual(["city", "zip"]);
  });

  it("forgets what a step save has sent", () => {
    const state = run(edit("city"), { type: "reset", version: 9 });
    expect(state).toMatchObject({ status: "idle", version: 9, dirty: [] });
    expect(hasUnsaved(state)).toBe(false);
  });
});
