import { useLingui } from "@lingui/react/macro";
import { type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";
import { toast } from "@/components/ui/Toast";
import { planPath } from "@/lib/format";
import { useFilterInfo } from "@/lib/shop/filter";
import type { Pricing } from "@/lib/shop/plans";
import type { PlanDetail, PriceError } from "@/lib/shop/types";

/** The versions of a plan that one set of answers has led to. */
export type Move = RefObject<{ answers: string; seen: number[] }>;

/**
 * Another version of the plan fits these answers: goes there, once per version and set of answers, so that two plans
 * that name each other end in a message. Answers the refusal to show, if any.
 */
export function useMoved(answer: Pricing | undefined, plan: PlanDetail, move: Move): PriceError | null {
  const { t } = useLingui();
  const navigate = useNavigate();
  const answers = JSON.stringify(useFilterInfo().data ?? null);
  const moved = answer?.kind === "moved" ? answer : null;
  const { plan_id, plan_name } = plan;

  useEffect(() => {
    if (!moved || plan_id === moved.pid) return;
    const trail = move.current;
    if (trail.answers !== answers) move.current = { answers, seen: [plan_id] };
    if (move.current.seen.includes(moved.pid)) return;
    move.current.seen.push(moved.pid);
    toast(moved.message || t`Another version of this plan fits your answers`);
    void navigate(planPath(moved.pid, plan_name), { replace: true });
  }, [moved, answers, plan_id, plan_name, navigate, move, t]);

  if (answer?.kind === "refused") return answer.error;
  if (!moved) return null;
  const stuck =
    plan_id === moved.pid || (move.current.answers === answers && move.current.seen.includes(moved.pid));
  return stuck
    ? {
        errorCode: "changePid",
        message: moved.message || t`This plan isn't available for your answers.`,
        fix: [],
        remedy: null,
      }
    : null;
}
