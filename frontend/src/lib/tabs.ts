/** Tell this browser's other tabs to reload what one tab changed about the quote. */
let channel: BroadcastChannel | null = null;

export function followTabs(onChange: () => void): void {
  if (typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("planfront-quote");
  channel.onmessage = onChange;
}

export const tellTabs = (): void => channel?.postMessage("changed");
