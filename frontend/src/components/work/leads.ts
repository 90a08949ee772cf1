import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api } from "@/lib/api";
import { keepQuote, setCartCount } from "@/lib/shop/context";
import { removeItems, setItem } from "@/lib/storage";
import { letGo } from "./members";

/** The answers that a lead's quote still needs, as typed. */
export interface LeadAnswers {
  zip?: string;
  county?: string;
  dob?: string;
  gender?: string;
  tier?: string;
}

/** Starts a quote with what a lead told, or opens the one that was started, and goes to its plans. Throws ApiError. */
export function useStartLeadQuote() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (leadId: string, answers: LeadAnswers = {}): Promise<void> => {
    const started = await api.post("/api/v1/start-lead-quote", { lead_id: leadId, ...answers });
    letGo();
    removeItems("user_id", "group_id", "gname", "gcode");
    keepQuote(started.temp_enrollment_id);
    setItem("isFilterDataSubmitted", "true");
    setItem("enroll_type", "new-member");
    setItem("portal_id", started.portal_id);
    setCartCount(started.count);
    for (const key of ["quote", "menu", "leads"]) await client.invalidateQueries({ queryKey: [key] });
    await navigate(started.count > 0 ? "/cart" : "/plans");
  };
}
