const KEY = "sign-on-next";

/** Save the page to return to in this tab while it is at the identity provider. */
export function saveReturnPath(next: string | null): void {
  if (next) sessionStorage.setItem(KEY, next);
  else sessionStorage.removeItem(KEY);
}

export function takeReturnPath(): string | null {
  const next = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return next;
}
