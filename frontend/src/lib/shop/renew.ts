import type { QuoteRenewed } from "@/client";
import { ApiError, api } from "../api";
import { setItem } from "../storage";
import { keepQuote, NOTHING_LEFT, setCartCount } from "./context";

/**
 * Brings an expired quote back: its answers and plans at today's prices. Null when nothing is left of it; throws
 * ApiError for what may pass.
 */
export async function renewQuote(id: string): Promise<QuoteRenewed | null> {
  try {
    const renewed = await api.post("/api/v1/renew-quote", { enrollment_id: id });
    keepQuote(renewed.temp_enrollment_id);
    setItem("isFilterDataSubmitted", "true");
    setCartCount(renewed.count);
    return renewed;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    setItem("expiredQuote", NOTHING_LEFT);
    return null;
  }
}
