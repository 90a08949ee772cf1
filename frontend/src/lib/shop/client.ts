import { useLingui } from "@lingui/react/macro";
import { useActor } from "../actor";
import { useParties } from "./parties";

/** A rep or group administrator uses the store for somebody else. */
export function useWorks(): boolean {
  const { role } = useActor();
  return role === "rep" || role === "group";
}

/** Return the full name of the person whom a rep or group administrator shops for; "" while it isn't known. */
export function useClientFullName(): string {
  const works = useWorks();
  return useParties(works)?.client_name ?? "";
}

/** Return the first name of that person for sentences, or "the client"; null for shoppers. */
export function useClientName(): string | null {
  const { t } = useLingui();
  const works = useWorks();
  const first = useParties(works)?.client_first_name;
  return works ? first || t`the client` : null;
}
