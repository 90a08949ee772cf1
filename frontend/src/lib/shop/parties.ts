import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { Parties } from "@/client";
import { api } from "../api";
import { getItem, setItem } from "../storage";
import { quoteKey, useQuoteId } from "./filter";

const readParties = (id: string | null, signal?: AbortSignal) =>
  api.get("/api/v1/get-group-agent-member-info", { enrollment_id: id }, signal);

const options = (id: string | null) => ({
  queryKey: quoteKey(id, "parties"),
  queryFn: ({ signal }: { signal: AbortSignal }) => readParties(id, signal),
});

/** For whom and through whom the running quote is; undefined until it is known, and without a quote. */
export function useParties(enabled = true): Parties | undefined {
  const id = useQuoteId();
  return useQuery({ ...options(id), enabled: Boolean(id) && enabled }).data?.result;
}

/** Keeps the group and portal that the server gave the running quote, for what is asked without one. */
export async function rememberParties(client: QueryClient): Promise<void> {
  const { result } = await client.fetchQuery({ ...options(getItem("tempId")), staleTime: 0 });
  setItem("portal_id", result.platform?.platform_group_id);
  setItem("portal_code", result.platform?.platform_code);
  setItem("portal_name", result.platform?.platform_name);
  setItem("group_id", result.group_info?.id);
  setItem("gname", result.group_info?.name);
  setItem("gcode", result.group_info?.code);
}

/** Return the full name of the person whom the running quote is for; "" while it isn't known. */
export function usePersonName(): string {
  const { client_name = "", user_info } = useParties() ?? {};
  return client_name || (user_info ? `${user_info.first_name} ${user_info.last_name}` : "");
}
