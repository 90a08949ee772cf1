import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api";

/** Retries only what may pass by itself. Long enough for a server's restart. */
const retry = (count: number, error: Error): boolean =>
  error instanceof ApiError && error.passing && count < 4;

/** 0.5, 1, 2 and 4 seconds: a short fault is over unnoticed, a long one is told after 7.5 seconds. */
const retryDelay = (count: number): number => 500 * 2 ** count;

/**
 * Without a connection calls fail like any other, so that the page says so and offers to try again, instead of
 * waiting silently; what failed is read again when the connection is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      retryDelay,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
