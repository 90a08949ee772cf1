import { expect, test, vi } from "vitest";
import { ApiError, setSessionToken } from "../api";
import { getItem, setItem } from "../storage";
import { forgetQuote, NOTHING_LEFT, withVisit } from "./context";
import { renewQuote } from "./renew";

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

const expired = () => new ApiError({ status: 200, message: "", errorCode: "enrollmentIdError" });

test("an expired quote is let go and can be brought back, an unknown one can't", () => {
  setItem("tempId", "old");
  expect(forgetQuote(expired(), "old")).toBe(true);
  expect([getItem("tempId"), getItem("expiredQuote")]).toEqual([null, "old"]);
  setItem("tempId", "foreign");
  expect(forgetQuote(new ApiError({ status: 404, message: "" }), "foreign")).toBe(true);
  expect([getItem("tempId"), getItem("expiredQuote")]).toEqual([null, NOTHING_LEFT]);
});

test("an answer about an earlier quote leaves the running one alone", () => {
  setItem("expiredQuote", null);
  setItem("tempId", "new");
  expect(forgetQuote(expired(), "old")).toBe(true);
  expect([getItem("tempId"), getItem("expiredQuote")]).toEqual(["new", null]);
  expect(forgetQuote(new ApiError({ status: 0, message: "" }), "new")).toBe(false);
});

test("a renewed quote is the one to go on with", async () => {
  setItem("expiredQuote", "old");
  const data = { temp_enrollment_id: "again", portal_id: null, count: 2, cart_lines: [] };
  vi.stubGlobal(
    "fetch",
    async () => new Response(JSON.stringify({ status: "success", statusCode: 200, data })),
  );
  setSessionToken("token");
  expect(await renewQuote("old")).toEqual(data);
  expect([getItem("tempId"), getItem("expiredQuote"), getItem("cartCount")]).toEqual(["again", null, "2"]);
});
