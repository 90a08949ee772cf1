import { expect, test } from "vitest";
import { checkQuoteMail } from "./quote";

const texts = (name: string, email: string) =>
  Object.fromEntries(
    Object.entries(checkQuoteMail({ name, email, message: "" })).map(([field, problem]) => [
      field,
      problem?.message,
    ]),
  );

test.each([
  ["", "", { name: "Field is required", email: "Field is required" }],
  ["  ", "maren@mailbox.example", { name: "Field is required" }],
  [
    "Maren 2",
    "maren@mailbox",
    { name: "Please enter valid name", email: "Please enter valid email address" },
  ],
  [
    "--",
    "a b@mailbox.example",
    { name: "Please enter valid name", email: "Please enter valid email address" },
  ],
  ["José Núñez", " jose@mailbox.example ", {}],
  ["Siobhán O'Neil Smith-Jones", "siobhan@mailbox.example", {}],
])("name %j and email %j", (name, email, errors) => {
  expect(texts(name, email)).toEqual(errors);
});
