import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api";

/** Retries only what may pass by itself: a lost connection or a server fault. */
function retry(count: number, error: Error): boolean {
  const passing = error instanceof ApiError ? error.status === 0 || error.status >= 502 : false;
  return passing && count < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
