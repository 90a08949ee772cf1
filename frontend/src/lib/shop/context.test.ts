import { expect, test, vi } from "vitest";
import { ApiError } from "../api";
import { getItem, setItem } from "../storage";
import { withVisit } from "./context";

const refuse = (status: number) => Promise.reject(new ApiError({ status, message: "" }));

test("a group that the server shows no more is left out, and asked without", async () => {
  setItem("group_id", 101);
  setItem("portal_id", 2);
  setItem("tempId", "kept");
  const ask = vi.fn((visit: Record<string, unknown>) =>
    visit.group_id ? refuse(404) : Promise.resolve("plans"),
  );
  expect(await withVisit(ask)).toBe("plans");
  expect(ask).toHaveBeenCalledTimes(2);
  expect([getItem("group_id"), getItem("portal_id"), getItem("tempId")]).toEqual([null, null, "kept"]);
});

test("other failures, and misses without rep or group, are the caller's", async () => {
  const missed = vi.fn(() => refuse(404));
  await expect(withVisit(missed)).rejects.toThrow(ApiError);
  setItem("group_id", 101);
  const late = vi.fn(() => refuse(0));
  await expect(withVisit(late)).rejects.toThrow(ApiError);
  expect([missed.mock.calls.length, late.mock.calls.length, getItem("group_id")]).toEqual([1, 1, "101"]);
});
