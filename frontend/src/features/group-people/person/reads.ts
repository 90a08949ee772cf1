import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api";

const KEY = "group-person";

/** A person of the group with everything their administrator sees. */
export function usePerson(memberId: number) {
  return useQuery({
    queryKey: [KEY, memberId],
    queryFn: ({ signal }) => api.get("/api/v1/get-group-person", { member_id: memberId }, signal),
  });
}

/** Read the person and the lists again that name them. */
export async function refreshPerson(client: QueryClient) {
  const lists = ["group-people", "group-activity", "group-enrollment", "team-requests", "member-details"];
  for (const list of lists) void client.invalidateQueries({ queryKey: [list] });
  await client.invalidateQueries({ queryKey: [KEY] });
}
