import { api } from "./api";
import { withVisit } from "./shop/context";
import { getItem, setItem } from "./storage";

/** A random number for this browser; kept only once the visitor agrees or writes to a rep. */
let candidate: string | null = null;

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function deviceId(): string {
  candidate ??= random();
  return getItem("deviceId") ?? candidate;
}

export function keepDeviceId(): string {
  const id = deviceId();
  setItem("deviceId", id);
  return id;
}

/** The page a lead comes from, without what the visitor searched for. */
export const webUrl = (): string => location.origin + location.pathname;

const REFUSED = "locationRefused";

/** For the rest of this visit only, so that a page load doesn't ask again. */
export function rememberRefusal(): void {
  try {
    sessionStorage.setItem(REFUSED, "1");
  } catch {
    // A browser without storage asks again.
  }
}

export function wasRefused(): boolean {
  try {
    return sessionStorage.getItem(REFUSED) !== null;
  } catch {
    return false;
  }
}

/** Tells the server whether the visit's location may be stored. May be said again at any time; the last answer counts. */
export function storeLocation(allowed: boolean): Promise<unknown> {
  const query = {
    store_information: allowed ? 1 : 0,
    device_id: allowed ? keepDeviceId() : deviceId(),
    web_url: webUrl(),
  };
  return withVisit(({ agent_id, group_id }) =>
    api.getEnvelope("/api/v1/get-lead-information", { ...query, agent_id, group_id }),
  );
}
