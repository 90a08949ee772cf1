import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PricePreview } from "@/client";
import { announce } from "@/lib/announce";
import { api } from "@/lib/api";
import { money } from "@/lib/format";
import { zipMask } from "@/lib/masks";
import { withVisit } from "@/lib/shop/context";
import { checkQuote, EMPTY_QUOTE, type QuoteValues } from "@/lib/shop/filter";
import { useSettled } from "@/lib/useSettled";

/** The four questions, in the order of the form. */
export const QUESTIONS = ["zip", "gender", "tier", "dob"] as const;
type Question = (typeof QUESTIONS)[number];

export interface Preview {
  /** What the answers come to; nothing before zip and tier are in. */
  data: PricePreview | undefined;
  /** A newer answer is on its way; `data` is the last one. */
  waiting: boolean;
  answered: Record<Question, boolean>;
  missing: number;
}

/** Which questions have an answer that can be priced. */
function readAnswers(values: QuoteValues): Preview["answered"] {
  const errors = checkQuote({ ...values, zip: zipMask.parse(values.zip) });
  return { zip: !errors.zip, gender: !errors.gender, tier: !errors.tier, dob: !errors.dob };
}

/** Asks a quarter of a second after the last answer; an older question is given up. */
function usePreviewQuery(values: QuoteValues, answered: Preview["answered"]) {
  const { i18n } = useLingui();
  const ready = answered.zip && answered.tier;
  const answers = QUESTIONS.filter((name) => answered[name]).map((name) => [name, values[name]]);
  const body = ready ? JSON.stringify(Object.fromEntries([...answers, ["county", values.county ?? ""]])) : "";
  const settledBody = useSettled(body);
  const query = useQuery({
    queryKey: ["preview", settledBody, i18n.locale],
    enabled: settledBody !== "",
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      withVisit(({ agent_id, group_id, portal_id }) =>
        api.post(
          "/api/v1/preview-price",
          { ...JSON.parse(settledBody), agent_id, group_id, platform_group_id: portal_id },
          { signal },
        ),
      ),
  });
  const data = ready && settledBody ? query.data : undefined;
  return { data, waiting: ready && (query.isFetching || settledBody !== body) };
}

/** Read the price of the form's answers while it is filled in. */
export function usePricePreview(values: QuoteValues | null): Preview {
  const answered = readAnswers(values ?? EMPTY_QUOTE);
  const missing = QUESTIONS.filter((name) => !answered[name]).length;
  return { ...usePreviewQuery(values ?? EMPTY_QUOTE, answered), answered, missing };
}

/** One sentence to screen readers for each new answer. */
export function useSpokenPreview({ data, waiting }: Preview): void {
  const { t } = useLingui();
  const plan = waiting ? null : data?.plan;
  const name = plan?.plan_name;
  const price = plan?.price ? money(plan.price) : "";
  let sentence = "";
  if (plan && !price) sentence = `${name}: ${plan.message}`;
  else if (plan) sentence = data?.exact ? t`${name}, ${price} a month.` : t`${name}, from ${price} a month.`;
  useEffect(() => {
    if (sentence) announce(sentence);
  }, [sentence]);
}
