import { routerBase } from "@/lib/landing";
import { queryClient } from "@/lib/query";
import { cartQuery } from "@/lib/shop/cart";
import { planIds } from "@/lib/shop/compare";
import { planQuery, pricingQuery } from "@/lib/shop/plans";
import { getItem } from "@/lib/storage";
import { fetchPage } from "./routes";

type Task = () => Promise<unknown>;

/** At most so many calls at a time, so that those of the page itself don't wait. */
const AT_ONCE = 2;

let waiting: Task[] = [];
let running = 0;

function go(): void {
  while (running < AT_ONCE) {
    const task = waiting.shift();
    if (!task) return;
    running++;
    void task().finally(() => {
      running--;
      go();
    });
  }
}

/** Data of a plan's page; what is fresh already isn't asked for. */
function planTasks(planId: string): Task[] {
  const quote = getItem("tempId");
  return [
    () => queryClient.prefetchQuery(planQuery(planId)),
    ...(quote ? [() => queryClient.prefetchQuery(pricingQuery(quote, planId))] : []),
  ];
}

function tasksOf(path: string, search: string): Task[] {
  const [, page, id] = path.split("/");
  if (page === "plan" && id) return planTasks(id);
  if (page === "compare")
    return planIds(new URLSearchParams(search).get("plans") ?? getItem("compare"))
      .map(String)
      .flatMap(planTasks);
  const quote = getItem("tempId");
  if (page === "cart" && quote) return [() => queryClient.prefetchQuery(cartQuery(quote))];
  return [];
}

/** Asks for a page's files and data. Of a page that was looked at before, what still waits is dropped. */
export function fetchAhead(link: HTMLAnchorElement): void {
  const base = routerBase();
  const path = base === "/" ? link.pathname : link.pathname.slice(base.length);
  waiting = [() => fetchPage(path), ...tasksOf(path, link.search)];
  go();
}
