import { describe, expect, it } from "vitest";
import type { Check, FieldDef } from "../types";
import { say } from "./messages";
import { holds, visibleFields } from "./show-if";
import { problemsOf } from "./validate";
import { draftOf, initialAnswers, isMasked, kindOf, payloadOf, typedAnswer } from "./values";

const field = (field_name: string, type: string, more: Partial<FieldDef> = {}): FieldDef => ({
  field_name,
  type,
  required: false,
  read_only: false,
  label: field_name,
  ...more,
});

const fields = [
  field("first_name", "name", { required: true, value: "Maren" }),
  field("ssn", "ssn", { required: true, sensitive: true, value: "Ending 4821" }),
  field("phone_number", "phone", { required: true, value: "6145550193" }),
  field("prior_coverage_flag", "radio", { value: "0" }),
  field("prior_carrier_name", "text", { required: true, show_if: { field: "prior_coverage_flag", eq: "1" } }),
];

describe("answers", () => {
  it("shows values the way people write them", () => {
    expect(initialAnswers(fields)).toMatchObject({ phone_number: "(614) 555-0193", ssn: "Ending 4821" });
  });

  it("sends plain values, no untouched secrets, nothing hidden, nothing empty", () => {
    const answers = { ...initialAnswers(fields), prior_carrier_name: "Old Carrier" };
    expect(payloadOf(fields, answers)).toEqual({
      first_name: "Maren",
      phone_number: "6145550193",
      prior_coverage_flag: "0",
    });
    expect(payloadOf(fields, { ...answers, prior_coverage_flag: "1", ssn: "512-44-4821" })).toMatchObject({
      ssn: "512444821",
      prior_carrier_name: "Old Carrier",
    });
  });

  it("sends a tick as 1 or 0", () => {
    const tick = field("with_validation", "checkbox");
    expect(payloadOf([tick], initialAnswers([tick]))).toEqual({ with_validation: "0" });
    expect(payloadOf([tick], { with_validation: "1" })).toEqual({ with_validation: "1" });
  });

  it.each([
    ["ssn", "123-45-6789", "0", false],
    ["ssn", "123-45-678", "9", true],
    ["ssn", "123", "a", false],
    ["phone", "6145550193", "4", false],
    ["phone", "1614555019", "3", true],
    ["phone", "(614", ")", true],
    ["zip", "43215", "1", false],
    ["zip", "4321", "-", false],
    ["account", "12345678901234567", "8", false],
    ["number", "14", "k", false],
    ["number", "14", "5", true],
  ])("%s %s: one more %s is taken: %s", (type, before, sign, taken) => {
    const definition = field("x", type, { max_length: 17 });
    expect(typedAnswer(definition, before, before + sign)).toBe(taken ? before + sign : before);
  });

  it("leaves what is pasted whole, for the checks to name", () => {
    expect(typedAnswer(field("x", "ssn"), "", "123-45-67890")).toBe("123-45-67890");
    expect(typedAnswer(field("x", "phone"), "", "+1 614 555 0193")).toBe("+1 614 555 0193");
    expect(typedAnswer(field("x", "text"), "ab", "abc")).toBe("abc");
    expect(typedAnswer(field("x", "number"), "10", "50%")).toBe("50%");
    expect(typedAnswer(field("x", "number"), "10", "1%0")).toBe("10");
  });

  it("never drafts a secret", () => {
    const answers = { ...initialAnswers(fields), ssn: "512-44-4821", first_name: "Mara" };
    expect(draftOf(fields, answers, ["ssn", "first_name"])).toEqual({ first_name: "Mara" });
  });

  it("tells kept secrets from typed ones", () => {
    const [, ssn] = fields;
    expect(ssn && isMasked(ssn, "Ending 4821")).toBe(true);
    expect(ssn && isMasked(ssn, "512-44-4821")).toBe(false);
  });

  it("asks an unknown type as text", () => {
    expect(kindOf(field("x", "hologram"))).toBe("text");
  });
});

describe("show_if", () => {
  it("reads the small language", () => {
    const answers = { a: "1", b: ["x", "y"] };
    expect(
      holds(
        {
          all: [
            { field: "a", eq: "1" },
            { field: "b", in: ["y"] },
          ],
        },
        answers,
      ),
    ).toBe(true);
    expect(holds({ any: [{ field: "a", eq: "2" }, { not: { field: "c", eq: "1" } }] }, answers)).toBe(true);
    const born = (birthdate: string) => holds({ field: "birthdate", after: "11/22/2025" }, { birthdate });
    expect(["11/23/2025", "11/22/2025", "02/30/2026", ""].map(born)).toEqual([true, false, false, false]);
    expect(holds({ not: { field: "b", in: ["x"] } }, answers)).toBe(false);
  });

  it("hides fields without their condition", () => {
    expect(visibleFields(fields, initialAnswers(fields)).map((field) => field.field_name)).not.toContain(
      "prior_carrier_name",
    );
  });
});

describe("checks", () => {
  const problems = (name: string, type: string, value: string, more: Partial<FieldDef> = {}) =>
    problemsOf([field(name, type, { required: true, ...more })], { [name]: value })[name] ?? null;

  const FIRST = "Please enter valid first name";
  const HOLDER = "Invalid account holder name";
  const NO_WEIGHT = "Weight cannot be zero or less";
  const WHOLE = "Enter a whole number.";
  const check = (kind: Check["kind"], message: string, value = ""): Check => ({ kind, value, message });
  /** What the server sends with each of these fields. */
  const CHECKS: Record<string, Check[]> = {
    first_name: [check("name", FIRST)],
    middle_name: [check("name", "Please enter valid middle name")],
    last_name: [check("name", "Please enter valid last name")],
    account_name: [check("holder", HOLDER)],
    weight: [check("whole", WHOLE), check("at_least", NO_WEIGHT, "1")],
    height_feet: [check("whole", WHOLE), check("at_least", "Height cannot be zero", "1")],
    height_inch: [check("max_length", "Inch is invalid", "2"), check("at_most", "Inch is invalid", "11")],
    routing_number: [check("min_length", "Routing number must be of 9 digits", "9")],
    account_number: [
      check("digits", "No digits."),
      check("min_length", "Account Number must be of 4 to 17 digits.", "4"),
    ],
  };

  it.each([
    ["first_name", "name", "", say("required")],
    ["first_name", "name", "J0hn", FIRST],
    ["first_name", "name", "O’Neil-Ávila", null],
    ["last_name", "name", "'t Hooft", null],
    ["last_name", "name", "-", "Please enter valid last name"],
    ["middle_name", "name", "<b>", "Please enter valid middle name"],
    ["ssn", "ssn", "123-45-678", say("ssn")],
    ["ssn", "ssn", "123-45-6789", null],
    ["email_address", "email", "a@b", say("email")],
    ["phone_number", "phone", "+1 614 555 0193", null],
    ["phone_number", "phone", "614555019", say("phone")],
    ["zip", "zip", "4321", say("zip")],
    ["zip", "zip", "43215-1234", null],
    ["birthdate", "date", "4/1/1980", null],
    ["birthdate", "date", "13/40/1980", say("date")],
    ["account_name", "text", "Dana & Co., 2", null],
    ["account_name", "text", "M. O’Neil-Ávila", null],
    ["account_name", "text", "M. Castillo!", HOLDER],
    ["account_name", "text", "& -", HOLDER],
    ["weight", "number", "0", NO_WEIGHT],
    ["weight", "number", "-5", NO_WEIGHT],
    ["weight", "number", "abc", WHOLE],
    ["weight", "number", "150.5", WHOLE],
    ["height_feet", "number", "six", WHOLE],
    ["height_feet", "number", "0", "Height cannot be zero"],
    ["height_inch", "number", "12", "Inch is invalid"],
    ["routing_number", "routing", "12345678", "Routing number must be of 9 digits"],
    ["account_number", "account", "123", "Account Number must be of 4 to 17 digits."],
    ["account_name", "text", "Maren <b>", HOLDER],
    ["account_name", "text", "Shea O'Neil", null],
    ["account_name", "text", "Zoë Ruiz 2", null],
  ] as const)("%s as %s: %j -> %s", (name, type, value, expected) => {
    expect(problems(name, type, value, { checks: CHECKS[name] ?? [] })).toBe(expected);
  });

  it.each([
    ["not_before", "04/18/1989", "4/17/1989", "04/18/1989"],
    ["not_after", "11/21/2026", "11/22/2026", "11/21/2026"],
    ["whole", "", "1.5", "-15"],
    ["at_least", "1", "none", "64"],
    ["at_least", "1", "0", "1"],
    ["at_most", "11", "12", "11"],
    ["at_most", "100", "none", "100"],
    ["digits", "", "12a", "012"],
    ["min_length", "2", "A", "AB"],
    ["max_length", "2", "ABC", "AB"],
    ["without", "<>", "A<B", "A & B"],
    ["not", "R", "R", "A"],
    ["name", "", "J0hn", "O’Neil-Ávila"],
    ["holder", "", "& -", "Dana & Co., 2"],
    ["pattern", "[\\u0020-\\u04ff]*", "Zoë 牙", "Zoë\u200b\nJosé"],
    ["pattern", "(?!9[0-9]{2}7[0-9]{5}$).*", "900701234", "512345678"],
  ] as const)("asks the server's rule %s %s: %j is wrong, %j right", (kind, value, wrong, right) => {
    const problemOf = (text: string, more: Partial<Check> = {}) =>
      problems("x", "text", text, { checks: [{ kind, value, message: "No.", ...more }] });
    expect(problemOf(wrong)).toBe("No.");
    expect(problemOf(right)).toBeNull();
    expect(problemOf(wrong, { only_if: { field: "relationship", eq: "child" } })).toBeNull();
  });

  it("says in the server's words that something is missing", () => {
    const checks: Check[] = [{ kind: "required", value: "", message: "Select at least one holiday policy" }];
    expect(problems("holiday_policy", "checkboxes", "", { checks })).toBe(
      "Select at least one holiday policy",
    );
    expect(problems("holiday_policy", "checkboxes", "", { checks, required: false })).toBeNull();
  });

  it("leaves kept secrets and read-only values alone", () => {
    expect(problemsOf(fields, initialAnswers(fields))).toEqual({});
    expect(problems("bank_name", "text", "", { read_only: true })).toBeNull();
  });
});
