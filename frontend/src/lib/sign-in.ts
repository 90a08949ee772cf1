import type { SessionInfo } from "@/client";
import { type Actor, currentActor, remember } from "./actor";
import { ApiError, api, setSessionToken } from "./api";
import { queryClient } from "./query";

/** A path of this store from an address's query; null for anything that could lead elsewhere. */
export function ownPath(text: string | null): string | null {
  if (!text?.startsWith("/") || /^\/[/\\]/.test(text)) return null;
  const url = URL.parse(text, location.origin);
  if (url?.origin !== location.origin || url.pathname.startsWith("/sign-in")) return null;
  return url.pathname + url.search + url.hash;
}

/** Takes over the session that a sign-in answered with. */
export async function adoptSession(session: SessionInfo): Promise<Actor> {
  setSessionToken(session.token);
  remember(await api.get("/api/v1/session/me"));
  queryClient.clear();
  return currentActor();
}

export async function signIn(email: string, password: string): Promise<Actor> {
  return adoptSession(await api.post("/api/v1/session/sign-in", { email, password }));
}

/** The second step of a sign-in whose first one answered with a ticket. */
export async function signInSecond(ticket: string, code: string): Promise<Actor> {
  const path = "/api/v1/session/second-factor";
  return adoptSession(await api.post(path, { ticket, code }));
}

/** Return the answer of the first step when the account also needs a code; null for any other failure. */
export function ticketOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.errorCode !== "secondFactor") return null;
  return (error.data as { ticket: string }).ticket;
}
