import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/lib/api";
import { useCartCount } from "@/lib/shop/context";
import { removeItems, useStored } from "@/lib/storage";

/** The client may have signed and submitted what this browser still counts as a cart: it is none any more. */
export function useFinishedQuote(): void {
  const id = useStored("tempId");
  const { data } = useQuery({
    queryKey: ["quote-state", id],
    queryFn: ({ signal }) => api.get("/get-dynamic-tabs", { enrollment_id: id }, signal),
    enabled: useCartCount() > 0 && id !== null,
    retry: false,
    staleTime: 30_000,
  });
  const over = data !== undefined && data.state !== "draft";
  useEffect(() => {
    if (over) removeItems("tempId", "cartCount", "isFilterDataSubmitted");
  }, [over]);
}
