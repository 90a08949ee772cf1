import { useLingui } from "@lingui/react/macro";

interface Canceled {
  never_begins?: boolean;
  begun_on?: string;
}

/** What becomes of a policy whose last day would come before its first one; "" for any other. */
export function useCanceledWords() {
  const { t } = useLingui();
  return ({ never_begins, begun_on }: Canceled): string => {
    if (!never_begins) return "";
    return begun_on ? t`Canceled from its first day, ${begun_on}` : t`Won't start`;
  };
}
