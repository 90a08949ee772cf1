import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Book, BookTask } from "@/client";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

export type { BookTask };
export type BookLane = Book["lanes"][number];

export const SHOWN = ["renewal", "ending", "ageing", "birthday", "former"] as const;
export type Shown = (typeof SHOWN)[number] | "";

/** The signed-in rep's book: sums, and the next ninety days. */
export function useBook() {
  const { agentId } = useActor();
  return useQuery({
    queryKey: ["book", agentId],
    queryFn: ({ signal }) => api.get("/api/v1/get-book-of-business", undefined, signal),
  });
}

interface ClientSearch {
  page: number;
  search: string;
  show: Shown;
  group_id: string;
}

/** A page of the rep's clients; the old page stays until the new one is there. */
export function useClients(search: ClientSearch) {
  const { agentId } = useActor();
  return useQuery({
    queryKey: ["clients", agentId, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get("/api/v1/get-clients", { ...search }, signal),
  });
}

/** All clients that a search finds, or those of them with some ids, as a file. Throws ApiError. */
export const exportClients = (search: Omit<ClientSearch, "page"> & { members?: string }) =>
  api.get("/api/v1/export-clients", search);

export function useClient(memberId: number) {
  return useQuery({
    queryKey: ["client", memberId],
    queryFn: ({ signal }) => api.get("/api/v1/get-client", { member_id: memberId }, signal),
  });
}
