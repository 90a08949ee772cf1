import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { WorkItem } from "@/client";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { restore } from "@/lib/resume";
import { setItem } from "@/lib/storage";

export interface WorkSearch {
  page: number;
  perPage: number;
  search: string;
  status: string;
  days?: string;
  sort: string;
}

/** One page of the list; the old page stays until the new one is there. */
export function useWork({ page, perPage, ...search }: WorkSearch) {
  const { role, agentId, groupId } = useActor();
  return useQuery({
    queryKey: ["work", role, agentId, groupId, page, perPage, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get("/api/v1/get-work-list", { page, per_page: perPage, ...search }, signal),
  });
}

/** All enrollments that a search finds, as a file. Throws ApiError. */
export const exportWork = (search: Omit<WorkSearch, "page" | "perPage">) =>
  api.get("/api/v1/export-work-list", search);

/** Reads the list again after one of its rows was changed. */
export function useChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["work"] });
}

type Opened = Pick<
  WorkItem,
  "enrollment_id" | "href" | "agent_id" | "group_id" | "platform_group_id" | "enroll_type"
>;

/** Makes an enrollment the running one and opens it where it was left, or its receipt. */
export function useOpenWork() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (row: Opened): Promise<void> => {
    const path = restore({
      enrollment_id: row.enrollment_id,
      saved_tab: "",
      href: row.href,
      others: {
        agent_id: row.agent_id,
        group_id: row.group_id,
        platform_group_id: row.platform_group_id,
        type: row.enroll_type,
        eprocess: "",
        open_type: "",
      },
    });
    // Who continues somebody else's saved cart sends no quotes of it; at one's own desk one does.
    setItem("show-quotation", null);
    await client.invalidateQueries({ queryKey: ["quote"] });
    await client.invalidateQueries({ queryKey: ["menu"] });
    await navigate(path);
  };
}
