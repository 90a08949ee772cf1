import { queryClient } from "../query";
import { getItem, removeItems } from "../storage";
import { tellTabs } from "../tabs";

/** Forgets a visitor's quote, cart and portal. Whose page they came by stays: it is in the address. */
export function startOver(): void {
  removeItems(
    "tempId",
    "cartCount",
    "compare",
    "isFilterDataSubmitted",
    "dependentsAsked",
    "enroll_type",
    "nav_array",
    "enrollment",
  );
  // The special host has one portal for everybody.
  if (getItem("fromSite") !== "elevate") removeItems("portal_id", "portal_code", "portal_name");
  queryClient.removeQueries({ queryKey: ["quote"] });
  void queryClient.invalidateQueries({ queryKey: ["menu"] });
  tellTabs();
}
