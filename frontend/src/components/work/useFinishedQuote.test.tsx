import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "@/lib/api";
import { getItem, setItem } from "@/lib/storage";
import { useFinishedQuote } from "./useFinishedQuote";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(state: string) {
  setItem("tempId", "a-quote");
  setItem("cartCount", 3);
  const request = vi.spyOn(api, "get").mockResolvedValue({ state });
  const client = new QueryClient();
  renderHook(() => useFinishedQuote(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return request;
}

test("a cart that the client submitted is counted no more", async () => {
  show("accepted");
  await waitFor(() => expect(getItem("cartCount")).toBeNull());
  expect(getItem("tempId")).toBeNull();
});

test("a cart in progress stays", async () => {
  const request = show("draft");
  await waitFor(() => expect(request).toHaveBeenCalled());
  expect(getItem("tempId")).toBe("a-quote");
});
