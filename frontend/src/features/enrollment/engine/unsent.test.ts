import { expect, test } from "vitest";
import type { FieldDef } from "../types";
import { forgetDraft, keepUnsent, placeOf, unsentNames, withUnsent } from "./unsent";

const field = (field_name: string, value = ""): FieldDef => ({
  field_name,
  value,
  required: false,
  read_only: false,
});

test("the same place is given back what could not be sent, newest first", () => {
  const place = placeOf("e1", "contact_info");
  keepUnsent(place, { city: "Dublin", zip: "43215" });
  keepUnsent(place, { city: "Bexley" });
  keepUnsent(place, {});
  expect(unsentNames(place)).toEqual(["city", "zip"]);
  const fields = [field("address1", "1 High St"), field("city", "Columbus"), field("zip")];
  expect(withUnsent(place, fields).map((field) => field.value)).toEqual(["1 High St", "Bexley", "43215"]);
  forgetDraft(place);
  expect(withUnsent(place, fields)).toBe(fields);
});

test("another application, step or person is given nothing", () => {
  keepUnsent(placeOf("e1", "dependent_info", "7"), { first_name: "Iris" });
  for (const other of [
    placeOf("e2", "dependent_info", "7"),
    placeOf("e1", "beneficiary_info", "7"),
    placeOf("e1", "dependent_info"),
  ]) {
    expect(unsentNames(other)).toEqual([]);
  }
});
