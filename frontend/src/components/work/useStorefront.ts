import { useQuery } from "@tanstack/react-query";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

/** The signed-in group's name and address. */
export function useOwnGroup() {
  const { groupId } = useActor();
  return useQuery({
    queryKey: ["own-group", groupId],
    enabled: groupId !== null,
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/get-group-info-enroll", { group_id: groupId }, signal),
  });
}

/** The path of the own public page; "" where there is none. */
export function useStorefront(): string {
  const { agentId } = useActor();
  const agent = useQuery({
    queryKey: ["own-agent", agentId],
    enabled: agentId !== null,
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/get-agent-info-enroll", { agent_id: agentId }, signal),
  });
  const group = useOwnGroup();
  const landing = agent.data?.landing_url || group.data?.landing_url;
  return landing ? `/${landing}` : "";
}
