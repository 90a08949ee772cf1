import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { announce } from "@/lib/announce";
import { api, messageOf } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import { useKeepCoverage } from "./reads";

/** Takes back what was changed together. `busy`: the order that is on its way; the heading takes the focus after it. */
export function useUndo() {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState("");
  const undo = async (orderId: string, heading: string) => {
    setBusy(orderId);
    setProblem("");
    try {
      keep(await api.post("/api/v1/withdraw-change", { order_id: orderId }));
      announce(t`The change was taken back.`);
      focusQuietly(document.getElementById(heading));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy("");
    }
  };
  return { busy, problem, undo };
}
