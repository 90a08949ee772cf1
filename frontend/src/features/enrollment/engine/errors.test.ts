import { i18n } from "@lingui/core";
import { describe, expect, it } from "vitest";
import { errorItems, fieldFor, mapErrors, normaliseTarget } from "./errors";

const item = (target_element: string, error_message: string, more = {}) => ({
  target_element,
  error_message,
  ...more,
});

describe("errorItems", () => {
  it("reads the plain list", () => {
    expect(errorItems([item("zip", "Enter 5 digit zip code.")])).toEqual([
      { target: "zip", message: "Enter 5 digit zip code." },
    ]);
  });

  it("reads errors grouped under email and phone and skips the valid ones", () => {
    const data = {
      email: [item("", "Email Already Exists.", { is_valid: false })],
      phone: [item("phone_number", "fine", { is_valid: true }), item("phone_number", "Phone already exists")],
    };
    expect(errorItems(data)).toEqual([
      { target: "email", message: "Email Already Exists." },
      { target: "phone_number", message: "Phone already exists" },
    ]);
  });

  it("takes nothing for something else", () => {
    expect(errorItems(null)).toEqual([]);
    expect(errorItems({ policy_id: 7 })).toEqual([]);
  });
});

describe("targets", () => {
  it("drops the _message ending and reads brackets", () => {
    expect(normaliseTarget("health_info.condition_questions.2.conditions.0.symptoms_message")).toBe(
      "health_info.condition_questions.2.conditions.0.symptoms",
    );
    expect(normaliseTarget("dependents[1].ssn")).toBe("dependents.1.ssn");
  });

  it("finds the longest path a form knows", () => {
    expect(fieldFor("primary_info.first_name_message", new Set(["first_name"]))).toBe("first_name");
    expect(fieldFor("email_message", new Set(["email_address"]))).toBe("email_address");
    expect(fieldFor("dependents.0.primary_info.ssn", new Set(["ssn"])), "may be another person's").toBeNull();
    expect(fieldFor("accepted.terms-3", new Set(["accepted.terms-3"]))).toBe("accepted.terms-3");
    expect(fieldFor("nothing", new Set(["ssn"]))).toBeNull();
  });
});

describe("mapErrors", () => {
  it("keeps the first message of a field and loses none", () => {
    const mapped = mapErrors(
      [
        { target: "email", message: "Email Already Exists." },
        { target: "email_address", message: "second" },
        { target: "spouse_choice", message: "Please select spouse status" },
        { target: "", message: "Please select spouse status" },
      ],
      ["email_address"],
    );
    expect(mapped).toEqual({
      fields: { email_address: "Email Already Exists." },
      unmatched: ["Please select spouse status"],
    });
  });

  it("says whose an error of a list is", () => {
    i18n.load("en", { "Beneficiary #{number} {message}": ["Beneficiary #", ["number"], " ", ["message"]] });
    i18n.activate("en");
    const { fields, unmatched } = mapErrors(
      [
        { target: "beneficiaries.0.ssn", message: "Invalid Social Security Number" },
        { target: "beneficiaries[2].ssn_message", message: "Invalid Social Security Number" },
        { target: "beneficiaries", message: "Please add your beneficiaries before continuing." },
      ],
      ["ssn"],
    );
    expect(fields).toEqual({});
    expect(unmatched).toEqual([
      "Beneficiary #1 Invalid Social Security Number",
      "Beneficiary #3 Invalid Social Security Number",
      "Please add your beneficiaries before continuing.",
    ]);
  });
});
