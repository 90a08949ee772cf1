import { useLingui } from "@lingui/react/macro";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { today } from "@/lib/dates";
import type { AnswerForm } from "../../engine/useAnswers";
import type { FieldDef } from "../../types";
import { brandOf, codeProblem, isOver, numberProblem } from "./card";

/** Return the errors of a typed card, shown with all others before anything leaves the page. */
export function useCardChecks(fields: FieldDef[]) {
  const { t } = useLingui();

  const problemsOf = (form: AnswerForm): Record<string, string> => {
    const answer = (name: string) => String(form.read()[name] ?? "").trim();
    const problems: Record<string, string> = {};
    const number = answer("card_number");
    const brand = brandOf(number);
    if (number) {
      const problem = numberProblem(number);
      if (problem === "length") problems.card_number = t`Card number must be Min-13 and Max-25`;
      if (problem === "brandLength")
        problems.card_number = t`That's not the right number of digits for a ${brand?.name} card. Please check it.`;
      if (problem === "wrong") problems.card_number = t`This card number is not valid. Please check it.`;
    }
    const code = answer("security_code");
    if (code) {
      const problem = codeProblem(code, number);
      if (problem === "length") problems.security_code = t`Security code must of 3 or 4 digits`;
      if (problem === "brandLength")
        problems.security_code = t`The security code of ${brand?.name} cards has ${brand?.code} digits.`;
    }
    const [month, year] = [answer("expiration_month"), answer("expiration_year")];
    if (month && year && isOver(month, year, today()))
      problems.expiration_month = t`This card has expired. Please use another card.`;
    const zip = answer("zip");
    if (zip && !/^\d{5}$/.test(zip)) problems.zip = t`Invalid Zip code`;
    return problems;
  };

  return (form: AnswerForm): SummaryItem[] => {
    const problems = problemsOf(form);
    form.fail(problems);
    return fields
      .filter((field) => problems[field.field_name])
      .map((field) => ({
        id: field.field_name,
        label: field.label ?? field.field_name,
        message: problems[field.field_name] ?? "",
      }));
  };
}
