import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { announce } from "@/lib/announce";
import { api, messageOf } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import { useOwner } from "./owner";
import { useKeepCoverage } from "./reads";

/**
 * Takes back what was changed together, of whoever's coverage is shown. `busy`: the order that is on its way; the heading,
 * the page's own where none is named, takes the focus after it.
 */
export function useUndo() {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const { memberId } = useOwner();
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState("");
  const undo = async (orderId: string, heading?: string) => {
    setBusy(orderId);
    setProblem("");
    try {
      const owner = memberId === undefined ? {} : { member_id: memberId };
      keep(await api.post("/api/v1/withdraw-change", { order_id: orderId, ...owner }));
      announce(t`The change was undone.`);
      focusQuietly(heading ? document.getElementById(heading) : document.querySelector("h1"));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy("");
    }
  };
  return { busy, problem, undo };
}
