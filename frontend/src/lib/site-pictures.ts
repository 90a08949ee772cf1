import { useQuery } from "@tanstack/react-query";
import { api } from "./api";

async function read(signal: AbortSignal): Promise<Record<string, string>> {
  const path = "/api/v1/get-external-site-dynamic-information";
  const site = { site_domain: btoa(location.hostname) };
  const items = await api.get(path, site, signal);
  return Object.fromEntries(items.map(({ key, value }) => [key, value]));
}

/** The site's own pictures by name, asked for once: those of the review's cards and of the receipt. */
export function useSitePictures() {
  return useQuery({
    queryKey: ["site-pictures"],
    queryFn: ({ signal }) => read(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
