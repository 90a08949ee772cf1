import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { GroupPersonRow } from "@/client";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

export type Person = GroupPersonRow;
export type Show = "" | "in_force" | "joining" | "leaving" | "left" | "waiting";
export const SHOWN: readonly Show[] = ["", "in_force", "joining", "leaving", "left", "waiting"];

interface Wanted {
  page: number;
  perPage?: number;
  search: string;
  show: Show;
  day: string;
  /** Only people of a class; "" for all. */
  classId?: string;
}

/** One page of the group's people; the old page stays until the new one is there. */
export function usePeople({ page, perPage = 10, search, show, day, classId = "" }: Wanted) {
  const { groupId } = useActor();
  return useQuery({
    queryKey: ["group-people", groupId, page, perPage, search, show, day, classId],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get(
        "/api/v1/get-group-people",
        { page, per_page: perPage, search, show, day, class_id: classId },
        signal,
      ),
  });
}

/** Return whether a person may still be reported to leave: they work here, or a plan continues. */
export const mayLeave = (person: Person) => !person.left_on || person.plans.some((plan) => !plan.ends_on);
