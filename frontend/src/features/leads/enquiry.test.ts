import { expect, test } from "vitest";
import { BLANK, checkEnquiry, toSend } from "./enquiry";

const GOOD = { name: "Ana O'Neil-Ruiz", state: "OH", phone: "(614) 555-0148", email: " ana@mail.example " };
const said = (change: Partial<typeof GOOD>) =>
  Object.fromEntries(
    Object.entries(checkEnquiry({ ...GOOD, ...change })).map(([key, text]) => [key, text.message]),
  );

test("a complete enquiry is sent trimmed, with the phone's ten digits", () => {
  expect(checkEnquiry(GOOD)).toEqual({});
  expect(toSend(GOOD)).toEqual({ ...GOOD, phone: "6145550148", email: "ana@mail.example" });
});

test("every empty field is required", () => {
  expect(said(BLANK)).toEqual({
    name: "Field is required",
    state: "Field is required",
    phone: "Field is required",
    email: "Field is required",
  });
});

test("names take letters, digits, hyphen, backtick, apostrophes, space and underscore", () => {
  expect(said({ name: "J` d'Arc_2-b" })).toEqual({});
  expect(said({ name: "José Ñúñez" })).toEqual({});
  expect(said({ name: "Ana <b>" })).toEqual({ name: "Enter valid name" });
});

test("a phone has ten digits and an email looks like one", () => {
  expect(said({ phone: "614555014" })).toEqual({ phone: "Invalid phone number" });
  expect(said({ phone: "call me" })).toEqual({ phone: "Invalid phone number" });
  expect(said({ email: "ana@mail" })).toEqual({ email: "Enter valid email address" });
});
