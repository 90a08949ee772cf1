import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { queryClient } from "./query";

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
});

test("without a connection reads and writes fail at once instead of waiting silently", async () => {
  onlineManager.setOnline(false);
  const failing = () => Promise.reject(new Error("no connection"));
  await expect(queryClient.fetchQuery({ queryKey: ["read"], queryFn: failing })).rejects.toThrow(
    "no connection",
  );
  const write = new MutationObserver(queryClient, { mutationFn: failing });
  await expect(write.mutate()).rejects.toThrow("no connection");
});
