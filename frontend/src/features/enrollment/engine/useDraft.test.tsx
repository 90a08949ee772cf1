import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api";
import { wizardApi } from "../api";
import type { FieldDef } from "../types";
import { forgetDraft, unsentNames } from "./unsent";
import { useDraft } from "./useDraft";

const PLACE = "E1 primary_info";
const FIELDS = ["first_name", "last_name", "middle_name"].map((field_name) => ({
  field_name,
  type: "text",
  draftable: true,
})) as FieldDef[];
const SAVED = { version: 2, saved_at: "", others: {} };
const ENDED = new ApiError({ status: 401, message: "" });
const saveDraft = vi.spyOn(wizardApi, "saveDraft");

const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
);

function draft() {
  return renderHook(
    () =>
      useDraft({
        enrollmentId: "E1",
        tab: "primary_info",
        place: PLACE,
        fields: FIELDS,
        version: 1,
        off: false,
        read: () => ({ first_name: "Maren", last_name: "Castillo", middle_name: "Lee" }),
        merge: () => ({}),
        onSubmitted: () => undefined,
      }),
    { wrapper },
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  i18n.loadAndActivate({ locale: "en", messages: {} });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  saveDraft.mockReset();
  forgetDraft(PLACE);
});

test("a form that is gone sends nothing any more, whatever was typed while it saved", async () => {
  let answer = (_saved: typeof SAVED) => {};
  saveDraft.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  saveDraft.mockResolvedValueOnce(SAVED);
  saveDraft.mockRejectedValue(ENDED);
  const { result, unmount } = draft();
  await act(async () => {
    result.current.edited("first_name");
    void result.current.flush();
    result.current.edited("last_name"); // waits while the first is under way
    answer(SAVED);
  });
  await act(() => result.current.flush());
  await act(async () => {
    result.current.edited("middle_name");
    await result.current.flush();
  });
  expect(result.current.state.status).toBe("denied");
  unmount();
  await vi.advanceTimersByTimeAsync(0);
  const calls = saveDraft.mock.calls.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(saveDraft).toHaveBeenCalledTimes(calls);
  expect(unsentNames(PLACE)).toEqual(["middle_name"]);
});

test("texts that are loaded while a form is filled in send nothing", async () => {
  saveDraft.mockRejectedValue(ENDED);
  const { result } = draft();
  await act(async () => {
    result.current.edited("first_name");
    await result.current.flush();
  });
  await act(async () => i18n.load("en", { another: "text" }));
  expect(saveDraft).toHaveBeenCalledTimes(1);
});

test("the next form says what a form that has gone still stored", async () => {
  let answer = (_saved: typeof SAVED) => {};
  saveDraft.mockRejectedValueOnce(ENDED);
  saveDraft.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  const old = draft();
  await act(async () => {
    old.result.current.edited("middle_name");
    await old.result.current.flush();
  });
  old.unmount(); // sends once more, and that takes until after the next sign-in
  await act(async () => answer({ ...SAVED, saved_at: "2026-11-02T10:00:00Z" }));
  const { result } = draft();
  expect(result.current.state).toMatchObject({ dirty: [], savedAt: "2026-11-02T10:00:00Z" });
  expect(saveDraft).toHaveBeenCalledTimes(2);
});

test("a page that is about to be left sends what was typed while a draft was under way, too", async () => {
  let answer = (_saved: typeof SAVED) => {};
  saveDraft.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  saveDraft.mockResolvedValue({ ...SAVED, version: 3 });
  const { result } = draft();
  await act(async () => {
    result.current.edited("first_name");
    void result.current.flush();
    result.current.edited("last_name");
    const left = result.current.flushAll();
    answer(SAVED);
    await vi.advanceTimersByTimeAsync(100);
    await left;
  });
  expect(saveDraft.mock.calls.map((call) => call[3])).toEqual([
    { first_name: "Maren" },
    { last_name: "Castillo" },
  ]);
  expect(result.current.state.status).toBe("saved");
});
