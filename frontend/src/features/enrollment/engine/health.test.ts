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
  { ...field("condition_questions.146.conditions.0.is_treatment"), type: "select" },
  field("condition_questions.146.conditions.0.phone"),
  field("condition_questions.141.yes_no_flag", "Heart?"),
  { ...field("medication_question.question_id"), type: "hidden", value: "148" },
  field("medication_question.yes_no_flag", "Medication?"),
  field("notes"),
];

describe("health answers", () => {
  it("are numbered as their questions stand on the form", () => {
    const names = FIELDS.map((field) => field.field_name);
    expect(names.map((name) => questionNumber(FIELDS, name))).toEqual([1, 1, 1, 2, 3, 3, 0]);
    expect(questionNumber(FIELDS, "medication_question.medications.2.dosage")).toBe(3);
    const theirs = FIELDS.map((field) => ({ ...field, field_name: `health_info.${field.field_name}` }));
    const name = "health_info.condition_questions.141.conditions.0.symptoms";
    expect(questionNumber(theirs, name, "health_info.")).toBe(2);
  });

  const ANSWERS = {
    "condition_questions.146.yes_no_flag": "1",
    "condition_questions.146.conditions.0.phone": "6145550123",
    "condition_questions.141.yes_no_flag": "0",
    "medication_question.yes_no_flag": "1",
    "medication_question.medications.0.medication": "A",
    "medication_question.medications.2.medication": "C",
    notes: "Well",
  };

  it("become lists in the order of the form: a no is id, text and flag, a row without answers is not sent", () => {
    const { rest, health } = splitHealth(FIELDS, ANSWERS);
    expect(rest).toEqual({});
    expect(health).toEqual({
      condition_questions: [
        {
          question_id: "146",
          question_text: "In a hospital?",
          yes_no_flag: "1",
          conditions: [{ is_treatment: "undefined", phone: "6145550123" }],
        },
        { question_id: "141", question_text: "Heart?", yes_no_flag: "0" },
      ],
      medication_question: {
        question_id: "148",
        question_text: "Medication?",
        yes_no_flag: "1",
        medications: [
          { id: 1, medication: "A" },
          { id: 3, medication: "C" },
        ],
      },
      notes: "Well",
    });
  });

  it("have no details and no notes where there are none", () => {
    const { health } = splitHealth(FIELDS, {
      "condition_questions.146.yes_no_flag": "0",
      "condition_questions.141.yes_no_flag": "1",
      "medication_question.yes_no_flag": "0",
    });
    expect(health).toEqual({
      condition_questions: [
        { question_id: "146", question_text: "In a hospital?", yes_no_flag: "0" },
        { question_id: "141", question_text: "Heart?", yes_no_flag: "1" },
      ],
      medication_question: { question_id: "148", question_text: "Medication?", yes_no_flag: "0" },
    });
  });

  it("leave a form without questions as it is", () => {
    const payload = { first_name: "Iris" };
    expect(splitHealth([field("first_name")], payload, "health_info.")).toEqual({
      rest: payload,
      health: null,
    });
  });

  it("get the server's errors by the id of their question and the row on the form", () => {
    const targets = (names: string[]) => {
      const data = names.map((target_element) => ({ target_element, error_message: "Please answer" }));
      const error = new ApiError({ status: 422, message: "", data });
      const { health } = splitHealth(FIELDS, ANSWERS);
      const named = errorsById(error, FIELDS, health) as ApiError;
      return (named.data as typeof data).map((item) => item.target_element);
    };
    expect(
      targets(["condition_questions.1.yes_no_flag", "medication_question.medications.1.medication"]),
    ).toEqual(["condition_questions.141.yes_no_flag", "medication_question.medications.2.medication"]);
  });
});
