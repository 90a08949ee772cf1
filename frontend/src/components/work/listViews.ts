import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SavedViews, ViewsOfList } from "@/client";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

export type ListName = ViewsOfList["list"];
export type SavedView = SavedViews["views"][number];

/** The views of a list that the signed-in person saved, and the way to store all of them. */
export function useListViews(list: ListName) {
  const { role, name } = useActor();
  const client = useQueryClient();
  const key = ["list-views", role, name, list];
  const { data } = useQuery({
    queryKey: key,
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/api/v1/account/list-views", { list }, signal),
  });
  return {
    views: data?.views ?? [],
    /** Throws ApiError. */
    store: async (views: SavedView[]): Promise<void> => {
      client.setQueryData(key, await api.post("/api/v1/account/list-views", { list, views }));
    },
  };
}
