import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

export interface QuoteSearch {
  page: number;
  perPage: number;
  search: string;
  outcome: string;
  days?: string;
  sort: string;
  /** Only this quote; "" for all. */
  quote_id?: string;
}

/** One page of the list; the old page stays until the new one is there. */
export function useSentQuotes({ page, perPage, ...search }: QuoteSearch) {
  const { role, agentId, groupId } = useActor();
  return useQuery({
    queryKey: ["sent-quotes", role, agentId, groupId, page, perPage, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get("/api/v1/get-sent-quotes", { page, per_page: perPage, ...search }, signal),
  });
}

/** All quotes that a search finds, as a file. Throws ApiError. */
export const exportQuotes = (search: Omit<QuoteSearch, "page" | "perPage">) =>
  api.get("/api/v1/export-sent-quotes", search);
