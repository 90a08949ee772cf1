import { getItem, setItem } from "./storage";

/** Keeps the step that an application is left on for its cart. */
export const keepStep = (enrollmentId: string, address: string): void =>
  setItem("stepLeft", `${enrollmentId} ${address}`);

/** The step on which this application was left for its cart; null for any other. */
export function stepLeft(enrollmentId: string): string | null {
  const [of, address = ""] = (getItem("stepLeft") ?? "").split(" ");
  return of === enrollmentId && address.startsWith("/enrollment/") ? address : null;
}
