import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/api";
import type { FieldDef } from "../types";
import { errorsById, questionNumber, splitHealth } from "./health";

const field = (field_name: string, label = ""): FieldDef => ({
  field_name,
  label,
  required: true,
  read_only: false,
});

const FIELDS = [
  field("condition_questions.146.yes_no_flag", "In a hospital?"),
  field("condition_questions.146.conditions.0.phone"),
  field("condition_questions.141.yes_no_flag", "Heart?"),
  field("medication_question.yes_no_flag", "Medication?"),
  field("notes"),
];

describe("health answers", () => {
  it("are numbered as their questions stand on the form", () => {
    const names = FIELDS.map((one) => one.field_name);
    expect(names.map((name) => questionNumber(FIELDS, name))).toEqual([1, 1, 2, 3, 0]);
    expect(questionNumber(FIELDS, "medication_question.medications.2.dosage")).toBe(3);
    const theirs = FIELDS.map((one) => ({ ...one, field_name: `health_info.${one.field_name}` }));
    const name = "health_info.condition_questions.141.conditions.0.symptoms";
    expect(questionNumber(theirs, name, "health_info.")).toBe(2);
  });

  it("become lists in the order of the form, with rows between filled ones kept", () => {
    const { rest, health } = splitHealth(FIELDS, {
      "condition_questions.146.yes_no_flag": "1",
      "condition_questions.146.conditions.0.phone": "6145550123",
      "condition_questions.141.yes_no_flag": "0",
      "medication_question.yes_no_flag": "1",
      "medication_question.medications.0.medication": "A",
      "medication_question.medications.2.medication": "C",
      notes: "Well",
    });
    expect(rest).toEqual({});
    expect(health).toEqual({
      condition_questions: [
        {
          question_id: "146",
          question_text: "In a hospital?",
          yes_no_flag: "1",
          conditions: [{ phone: "6145550123" }],
        },
        { question_id: "141", question_text: "Heart?", yes_no_flag: "0", conditions: [] },
      ],
      medication_question: {
        question_text: "Medication?",
        yes_no_flag: "1",
        medications: [{ medication: "A" }, {}, { medication: "C" }],
      },
      notes: "Well",
    });
  });

  it("leave a form without questions as it is", () => {
    const payload = { first_name: "Iris" };
    expect(splitHealth([field("first_name")], payload, "health_info.")).toEqual({
      rest: payload,
      health: null,
    });
  });

  it("get the server's errors by the id of their question", () => {
    const error = new ApiError({
      status: 422,
      message: "",
      data: [{ target_element: "condition_questions.1.yes_no_flag", error_message: "Please answer" }],
    });
    const named = errorsById(error, FIELDS) as ApiError;
    expect(named.data).toEqual([
      { target_element: "condition_questions.141.yes_no_flag", error_message: "Please answer" },
    ]);
  });
});
