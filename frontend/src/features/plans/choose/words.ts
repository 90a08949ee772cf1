import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { dollars } from "@/lib/format";

export const FACET_NAMES: Record<string, MessageDescriptor> = {
  price: msg`Monthly price`,
  max: msg`Annual maximum`,
  ded: msg`Deductible, per person`,
  wait: msg`Wait for a crown`,
  braces: msg`Braces`,
  net: msg`Dentist`,
  exam: msg`Exam copay`,
  frames: msg`Frame allowance`,
  carrier: msg`Insurer`,
};

/** The words of a value; a carrier's are its name. */
export function useWords() {
  const { t, i18n } = useLingui();
  const wordsOf = (key: string, value: string, name?: string): string => {
    const amount = dollars(value);
    const months = Number(value);
    if (key === "price") return t`Up to ${amount} a month`;
    if (key === "max") return value === "none" ? t`No limit` : t`${amount} or more`;
    if (key === "ded" || key === "exam") return months === 0 ? amount : t`Up to ${amount}`;
    if (key === "wait")
      return months === 0
        ? t`No wait`
        : t`${plural(months, { one: "Up to # month", other: "Up to # months" })}`;
    if (key === "braces") return value === "child" ? t`For a child` : t`Adults too`;
    if (key === "net") return value === "any" ? t`I'll see anyone` : t`One from a list`;
    if (key === "frames") return t`${amount} or more`;
    return name ?? value;
  };
  /** A chosen value by itself: with the name of its facet where it doesn't say it. */
  const chosenWords = (key: string, value: string, name?: string): string => {
    const words = wordsOf(key, value, name);
    if (key === "price" || key === "carrier") return words;
    const facet = FACET_NAMES[key];
    return facet ? `${i18n._(facet)}: ${words}` : words;
  };
  return { wordsOf, chosenWords };
}
