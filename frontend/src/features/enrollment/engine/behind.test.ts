import { expect, test } from "vitest";
import type { FieldDef } from "../types";
import { forgetBehind, leaveBehind, namesBehind, placeOf, recalled } from "./behind";

const field = (field_name: string, value = ""): FieldDef => ({
  field_name,
  value,
  required: false,
  read_only: false,
});

test("the same place is given back what could not be sent, newest first", () => {
  const place = placeOf("e1", "contact_info");
  leaveBehind(place, { city: "Dublin", zip: "43215" });
  leaveBehind(place, { city: "Bexley" });
  leaveBehind(place, {});
  expect(namesBehind(place)).toEqual(["city", "zip"]);
  const fields = [field("address1", "1 High St"), field("city", "Columbus"), field("zip")];
  expect(recalled(place, fields).map((one) => one.value)).toEqual(["1 High St", "Bexley", "43215"]);
  forgetBehind(place);
  expect(recalled(place, fields)).toBe(fields);
});

test("another application, step or person is given nothing", () => {
  leaveBehind(placeOf("e1", "dependent_info", "7"), { first_name: "Iris" });
  for (const other of [
    placeOf("e2", "dependent_info", "7"),
    placeOf("e1", "beneficiary_info", "7"),
    placeOf("e1", "dependent_info"),
  ]) {
    expect(namesBehind(other)).toEqual([]);
  }
});
