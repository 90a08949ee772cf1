import { expect, test } from "vitest";
import { ApiError } from "../api";
import { canAccept, priceChangeOf } from "./price-change";

const failure = (errorCode: string, data: unknown) =>
  new ApiError({ status: 200, message: "", errorCode, data });
const line = { plan_id: 1, plan_name: "A", old: "10.00", new: "11.00" };

test("a changed price is read with every amount as text", () => {
  const change = priceChangeOf(
    failure("priceChanged", { old_total: "10.00", new_total: "11.00", lines: [line] }),
  );
  expect(change).toEqual({
    old_total: "10.00",
    new_total: "11.00",
    old_one_time: "",
    new_one_time: "",
    lines: [line],
  });
  expect(change && canAccept(change)).toBe(true);
});

test("a plan that is not sold any more is a change nobody can accept", () => {
  const change = priceChangeOf(failure("stateError", { lines: [{ ...line, new: null }] }));
  expect(change && canAccept(change)).toBe(false);
});

test("any other failure is none", () => {
  expect(priceChangeOf(failure("emptyCart", {}))).toBeNull();
  expect(priceChangeOf(failure("stateError", { lines: [line] }))).toBeNull();
  expect(priceChangeOf(new Error("no"))).toBeNull();
});
