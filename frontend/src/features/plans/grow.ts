import type { MouseEvent } from "react";
import { moveNext } from "@/lib/moves";
import { queryClient } from "@/lib/query";
import { planQuery } from "@/lib/shop/plans";

/** The row that is pressed becomes the page of its plan, whose parts have the same names (PlanDetail.module.css). */
export function growFrom(event: MouseEvent<HTMLElement>): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href*='/plan/']");
  const row = link?.closest("article");
  const id = link?.pathname.match(/\/plan\/(\d+)/)?.[1];
  if (!row || !id || event.metaKey || event.ctrlKey || event.shiftKey) return;
  moveNext(
    [
      [row, "plan-box"],
      [row.querySelector("h3"), "plan-name"],
      [row.querySelector<HTMLElement>(".price"), "plan-price"],
    ],
    queryClient.ensureQueryData(planQuery(id)),
  );
}
