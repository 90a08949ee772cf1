import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { SelectField } from "@/components/form/SelectField";
import type { ApiError } from "@/lib/api";
import { type County, countiesOf, countyOptions } from "@/lib/shop/county";
import { say } from "../engine/messages";

/** Asked only when the server wants to know: a new zip code that lies in several counties. */
export function useCounty() {
  const { t } = useLingui();
  const [counties, setCounties] = useState<County[]>([]);
  const [county, setCounty] = useState("");
  const [error, setError] = useState<string>();
  const problem = (message: string): SummaryItem[] => {
    setError(message);
    return [{ id: "county", label: t`County`, message }];
  };
  return {
    counties,
    county,
    error,
    choose: (value: string) => {
      setCounty(value);
      setError(undefined);
    },
    /** Another zip code: the old question is void. */
    forget: () => {
      setCounties([]);
      setCounty("");
    },
    /** What the summary says when the server asks; null for any other failure. */
    ask: (failure: ApiError): SummaryItem[] | null => {
      const counties = countiesOf(failure);
      if (counties.length === 0) return null;
      setCounties(counties);
      return problem(failure.message);
    },
    missing: (): SummaryItem[] => (counties.length > 0 && !county ? problem(say("required")) : []),
    payload: county ? { county } : {},
  };
}

export function CountyQuestion({ question }: { question: ReturnType<typeof useCounty> }) {
  const { t } = useLingui();
  if (question.counties.length === 0) return null;
  return (
    <SelectField
      id="county"
      label={t`County`}
      hint={t`Your zip code is in more than one county.`}
      placeholder={t`Select`}
      value={question.county}
      error={question.error}
      options={countyOptions(question.counties)}
      onChange={(event) => question.choose(event.target.value)}
    />
  );
}
