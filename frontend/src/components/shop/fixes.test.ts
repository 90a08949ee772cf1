import { expect, test } from "vitest";
import type { PriceError, Remedy } from "@/lib/shop/types";
import { partOf } from "@/testing/partOf";
import { fixFor, nextEdit } from "./fixes";

const refused = (remedy: Partial<Remedy> | null, more: Partial<PriceError> = {}): PriceError => ({
  errorCode: "tierError",
  message: "",
  remedy: remedy && partOf<Remedy>({ text: "", action: "none", ...remedy }),
  fix: [],
  ...more,
});

test("a tier the server names is applied at once under the server's label", () => {
  expect(
    fixFor(refused({ action: "tier", changes: { tier: "IS" }, label: "Change to Member + Spouse" })),
  ).toEqual({ kind: "apply", changes: { tier: "IS" }, label: "Change to Member + Spouse" });
});

test("a county is asked for even where only one would do", () => {
  const choices = [{ value: "36061", label: "New York County" }];
  expect(fixFor(refused({ action: "county", changes: { county: "36061" }, choices }))).toEqual({
    kind: "choose",
    field: "county",
    choices,
    label: "",
  });
});

test("facts only the shopper knows open their form and are never sent by themselves", () => {
  expect(
    fixFor(refused({ action: "income", value: "15000.00", changes: { annual_income: "15000.00" } })),
  ).toEqual({
    kind: "income",
    value: "15000.00",
    label: "",
  });
  expect(fixFor(refused({ action: "dob", changes: { dob: "01/01/1990" } }))).toEqual({
    kind: "edit",
    focus: "dob",
    label: "",
  });
  expect(fixFor(refused({ action: "zip", changes: { zip: "75201" } }))).toEqual({
    kind: "edit",
    focus: "zip",
    label: "",
  });
});

test("where nothing helps there is no step", () => {
  expect(fixFor(refused({ action: "none" }))).toBeNull();
  expect(fixFor(refused({ action: "wait", value: "01/01/2027" }))).toBeNull();
});

test("without a remedy there is no step", () => {
  expect(fixFor(refused(null, { errorCode: "priceChanged", fix: ["tier"] }))).toBeNull();
});

test("a second request for the same field is a new one", () => {
  const first = nextEdit("zip")(null);
  expect(nextEdit("zip")(first)).toEqual({ focus: "zip", count: 2 });
});
