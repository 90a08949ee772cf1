/** The enrollment this tab submitted last: Back from its receipt leads to the receipt again, not to an empty wizard. */
const KEY = "last_receipt";

export function rememberReceipt(id: string): void {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // A browser may forbid storage; Back then says that there is nothing to continue.
  }
}

export function lastReceipt(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
