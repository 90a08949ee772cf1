import { useLingui } from "@lingui/react/macro";
import { useActor } from "../actor";
import { useParties } from "./parties";

/** A rep or group administrator uses the store for somebody else. */
export function useWorks(): boolean {
  const { role } = useActor();
  return role === "rep" || role === "group";
}

/** Return the name of the person whom a rep or group administrator enrolls; null for shoppers. */
export function useClientName(): string | null {
  const { t } = useLingui();
  const works = useWorks();
  const member = useParties(works)?.user_info;
  if (!works) return null;
  return member?.first_name || t`the member`;
}
