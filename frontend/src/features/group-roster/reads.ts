import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Roster } from "@/client";
import { useActor } from "@/lib/actor";
import { ApiError, api } from "@/lib/api";
import { saveFile } from "@/lib/saveFile";

const POLL_MS = 800;
/** Longer files are packed before they are sent. */
const PLAIN_BYTES = 200_000;
export const MOST_BYTES = 10 << 20;
const MOST_SENT = 4_000_000;
export const TOO_LONG = "tooLong";

export const isMoving = (roster: Roster) => ["checking", "applying", "undoing"].includes(roster.state);
export const rosterKey = (id: string) => ["roster", id];

/** An upload; while the server works on it, it is read again and again. */
export function useRoster(id: string) {
  const { groupId } = useActor();
  return useQuery({
    queryKey: [...rosterKey(id), groupId],
    queryFn: ({ signal }) => api.get("/api/v1/get-roster", { roster_id: id }, signal),
    enabled: Boolean(id),
    refetchInterval: (query) => (query.state.data && isMoving(query.state.data) ? POLL_MS : false),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status === 404),
    gcTime: 0,
  });
}

/** Takes over what a call answered, and forgets what was read of its rows. */
export function useTaken() {
  const client = useQueryClient();
  const { groupId } = useActor();
  return async (roster: Roster) => {
    client.setQueryData([...rosterKey(roster.roster_id), groupId], roster);
    await client.invalidateQueries({ queryKey: ["roster-rows", roster.roster_id] });
    if (roster.state !== "mapping") await client.invalidateQueries({ queryKey: ["group-people"] });
  };
}

export function useHeld(roster: Roster, page: number) {
  return useQuery({
    queryKey: ["roster-rows", roster.roster_id, "held", page],
    queryFn: ({ signal }) => api.get("/api/v1/get-held-rows", { roster_id: roster.roster_id, page }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function useChanges(roster: Roster, effect: "added" | "changed", page: number, enabled: boolean) {
  return useQuery({
    queryKey: ["roster-rows", roster.roster_id, effect, page],
    queryFn: ({ signal }) =>
      api.get(
        "/api/v1/get-roster-changes",
        { roster_id: roster.roster_id, effect, page, per_page: 20 },
        signal,
      ),
    placeholderData: keepPreviousData,
    enabled,
    gcTime: 0,
  });
}

/** A file as base64, packed where it is large. Throws TOO_LONG for what the server wouldn't take. */
export async function contentOf(file: File): Promise<string> {
  const pack = file.size > PLAIN_BYTES && "CompressionStream" in window;
  const stream = pack ? file.stream().pipeThrough(new CompressionStream("gzip")) : file.stream();
  const sent = await new Response(stream).blob();
  const content = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(sent);
  });
  if (content.length > MOST_SENT) throw new Error(TOO_LONG);
  return content;
}

export async function saveTemplate(kind: "xlsx" | "csv"): Promise<void> {
  const file = await api.get("/api/v1/get-roster-template", { kind });
  saveFile(file.name, file.content, file.type);
}

export async function saveHeldRows(id: string): Promise<void> {
  const file = await api.get("/api/v1/get-roster-file", { roster_id: id, kind: "xlsx" });
  saveFile(file.name, file.content, file.type);
}
