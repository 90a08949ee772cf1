import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api";

export type { ConsentWords as ConsentText } from "@/client";

/** The operator's current consent texts in the visitor's language. A purpose without a text is not asked for. */
export function useConsentTexts() {
  const { i18n } = useLingui();
  const query = useQuery({
    queryKey: ["consent-texts", i18n.locale],
    queryFn: () => api.get("/api/v1/consent-texts"),
    staleTime: 300_000,
  });
  return { texts: query.data?.result ?? [], loaded: !query.isPending, reload: query.refetch };
}
