import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";

/** The rep of the brand's recipe. The home page came with them; from another page of the store they are asked for. */
export function usePerson() {
  const { person, has_person: has } = bootstrap.recipe;
  const { data, isPending } = useQuery({
    queryKey: ["home-person"],
    staleTime: 300_000,
    enabled: has && !person,
    queryFn: ({ signal }) => api.get("/api/v1/get-home-sections", { sections: "person" }, signal),
  });
  return { person: person ?? data?.person ?? null, waiting: has && !person && isPending };
}
