import { expect, test } from "vitest";
import { BLANK, checkEnquiry, toSend } from "./enquiry";

const GOOD = { name: "Ana O'Neil-Ruiz", state: "OH", phone: "(614) 555-0148", email: " ana@mail.example " };
const problemsOf = (change: Partial<typeof GOOD>) =>
  Object.fromEntries(
    Object.entries(checkEnquiry({ ...GOOD, ...change })).map(([key, text]) => [key, text.message]),
  );

test("a complete enquiry is sent trimmed, with the phone's ten digits", () => {
  expect(checkEnquiry(GOOD)).toEqual({});
  expect(toSend(GOOD)).toEqual({ ...GOOD, phone: "6145550148", email: "ana@mail.example" });
});

test("every empty field is required", () => {
  expect(problemsOf(BLANK)).toEqual({
    name: "Field is required",
    state: "Field is required",
    phone: "Field is required",
    email: "Field is required",
  });
});

test("names take letters, digits, hyphen, backtick, apostrophes, space and underscore", () => {
  expect(problemsOf({ name: "J` d'Arc_2-b" })).toEqual({});
  expect(problemsOf({ name: "José Ñúñez" })).toEqual({});
  expect(problemsOf({ name: "Ana <b>" })).toEqual({ name: "Enter valid name" });
});

test("a phone has ten digits and an email looks like one", () => {
  expect(problemsOf({ phone: "614555014" })).toEqual({ phone: "Invalid phone number" });
  expect(problemsOf({ phone: "call me" })).toEqual({ phone: "Invalid phone number" });
  expect(problemsOf({ email: "ana@mail" })).toEqual({ email: "Enter valid email address" });
});
