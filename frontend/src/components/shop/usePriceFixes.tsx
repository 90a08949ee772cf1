import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "@/lib/api";
import { planPath } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { openOverlay } from "@/lib/overlays";
import { countiesOf, countyOptions } from "@/lib/shop/county";
import {
  type FilterChanges,
  quoteKey,
  useDependentInfo,
  useFilterInfo,
  useQuoteId,
  useSaveFilter,
} from "@/lib/shop/filter";
import { rememberParties } from "@/lib/shop/parties";
import { toast } from "../ui/Toast";
import { type EditFocus, type Fix, shownChanges } from "./fixes";

const DependentDialog = lazy(withTexts("dialogs", () => import("./DependentDialog")));
const FilterDialog = lazy(withTexts("dialogs", () => import("./FilterDialogs")));
const ChoiceDialog = lazy(withTexts("dialogs", () => import("./ChoiceDialog")));

/** A change that needs no question: shown at once, saved, and taken back when the server says no. */
function useApply() {
  const { t } = useLingui();
  const id = useQuoteId();
  const client = useQueryClient();
  const save = useSaveFilter();
  return async (changes: Record<string, string>) => {
    const key = quoteKey(id, "filter");
    const before = client.getQueryData<object>(key);
    if (before) client.setQueryData(key, { ...before, ...shownChanges(changes) });
    try {
      await save(changes as FilterChanges);
    } catch (error) {
      client.setQueryData(key, before);
      throw error;
    }
    if (changes.platform_group_id || changes.group_id) await rememberParties(client);
    toast(t`Prices updated. Use “Edit” to change your answers back.`);
  };
}

interface Failure {
  planId: number;
  message: string;
}

/**
 * Does what a fix says: applies it, asks for what only the shopper knows, or leads there. Render `fixDialogs` once;
 * edits go to the page's search panel.
 */
export function usePriceFixes(onEdit: (focus: EditFocus) => void) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const filter = useFilterInfo();
  const info = useDependentInfo(filter.data?.tier);
  const apply = useApply();
  const [open, setOpen] = useState<{ fix: Fix; planId: number } | null>(null);
  const [fixing, setFixing] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const close = () => setOpen(null);

  const tell = (error: unknown, planId: number) => {
    const choices = countyOptions(countiesOf(error));
    if (choices.length) {
      setOpen({ fix: { kind: "choose", field: "county", choices, label: "" }, planId });
      return;
    }
    const message = messageOf(error);
    setFailure({ planId, message: message || t`We could not save this. Please try again.` });
  };

  const applyNow = async (changes: Record<string, string>, planId: number) => {
    if (fixing !== null) return;
    setFixing(planId);
    try {
      await apply(changes);
    } catch (error) {
      tell(error, planId);
    } finally {
      setFixing(null);
    }
  };

  const fixPrice = (fix: Fix, planId: number) => {
    setFailure(null);
    if (fix.kind === "apply") void applyNow(fix.changes, planId);
    else if (fix.kind === "edit") onEdit(fix.focus);
    else if (fix.kind === "find") openOverlay("find-plan");
    else if (fix.kind === "group_code") openOverlay("group-code");
    else if (fix.kind === "cart") void navigate("/cart");
    else if (fix.kind === "plan") void navigate(planPath(fix.pid, "plan"));
    else if (fix.kind === "questions") void navigate(`${planPath(planId, "plan")}#questions`);
    else setOpen({ fix, planId });
  };

  const known = filter.data;
  const fix = open?.fix;
  const planId = open?.planId;
  const fixDialogs = fix && (
    <Suspense fallback={null}>
      {known && (fix.kind === "income" || fix.kind === "hours" || fix.kind === "tobacco") && (
        <FilterDialog
          kind={fix.kind}
          wanted={"value" in fix ? fix.value : ""}
          filter={known}
          planId={planId}
          onClose={close}
        />
      )}
      {known && fix.kind === "dependents" && (
        <DependentDialog tier={known.tier} known={info.data ?? null} planId={planId} onClose={close} />
      )}
      {fix.kind === "choose" && (
        <ChoiceDialog
          field={fix.field}
          choices={fix.choices}
          onChoose={(value) => apply({ [fix.field]: value })}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { fixPrice, fixDialogs, fixing, failure };
}

export type PriceFixes = ReturnType<typeof usePriceFixes>;
