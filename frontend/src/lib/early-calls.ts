/**
 * The call that a page of somebody with a quote waits for. src/first.ts makes it while the store's files are on their
 * way, lib/api.ts takes its answer when the page asks: the address has to be the page's own, to the letter.
 */
export function earlyCall(path: string, search: string, quote: string): string | undefined {
  const id = `enrollment_id=${encodeURIComponent(quote)}`;
  if (path === "/plans") {
    const type = /^\?type=(\w+)$/.exec(search)?.[1];
    if (search && !type) return;
    return `/api/v1/get-filtered-plans?${id}${type ? `&categories=${type}` : ""}`;
  }
  if (path === "/cart") return `/api/v1/get-plan-cart?${id}`;
  if (/^\/enrollment\/(?!receipt)/.test(path)) return `/get-dynamic-tabs?${id}`;
  const plan = /^\/plan\/(\d+)/.exec(path)?.[1];
  if (plan) return `/api/v1/get-plan-pricing-detail?pid=${plan}&${id}&explain=false`;
}

/** What src/first.ts has begun for whoever the browser knows. */
export interface EarlyCalls {
  session?: Promise<Response> | undefined;
  /** By address. */
  answers: Record<string, Promise<Response>>;
}

declare global {
  interface Window {
    early?: EarlyCalls | undefined;
  }
}
