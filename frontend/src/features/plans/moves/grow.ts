import { moveNext } from "@/lib/moves";
import { queryClient } from "@/lib/query";
import { planQuery } from "@/lib/shop/plans";
import { partsOf, rememberRow } from "./returnTo";

/** The row that is pressed becomes the page of its plan. */
export function growFrom(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href*='/plan/']");
  const row = link?.closest("article");
  const id = link?.pathname.match(/\/plan\/(\d+)/)?.[1];
  if (!row || !id || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  rememberRow(row, id);
  moveNext(partsOf(row), queryClient.prefetchQuery(planQuery(id)));
}
