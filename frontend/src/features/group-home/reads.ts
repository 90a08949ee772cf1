import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

/** The group's round of enrollment with a page of those who haven't enrolled. */
export function useGroupEnrollment(page: number) {
  const { groupId } = useActor();
  return useQuery({
    queryKey: ["group-enrollment", groupId, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get("/api/v1/get-group-enrollment", { page }, signal),
  });
}

/** The latest changes of the group's people. */
export function useGroupActivity() {
  const { groupId } = useActor();
  return useQuery({
    queryKey: ["group-activity", groupId],
    queryFn: ({ signal }) => api.get("/api/v1/get-group-activity", undefined, signal),
  });
}
