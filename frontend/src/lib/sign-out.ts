import { leave } from "./actor";
import { ApiError, api, SIGN_OUT } from "./api";
import { setItem } from "./storage";

/**
 * Ends the sign-in. When the server can't be told, the page forgets the person all the same, and the next start of a
 * session in this browser, which its cookie would bring back, tells the server first.
 */
export async function signOut(): Promise<void> {
  try {
    await api.post(SIGN_OUT);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) setItem("leaving", 1);
  }
  leave(false);
}
