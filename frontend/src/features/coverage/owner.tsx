import { createContext, type ReactNode, useContext } from "react";

/** The person whose coverage is shown and changed, and the pages for it. */
export interface Owner {
  /** Undefined: the signed-in member's own. */
  memberId: number | undefined;
  /** Where a life event is reported. */
  path: string;
  /** Where it was opened. */
  back: string;
}

const SELF: Owner = { memberId: undefined, path: "/coverage/change", back: "/coverage" };

const OwnerContext = createContext<Owner>(SELF);

export function OwnerProvider({ owner, children }: { owner: Owner; children: ReactNode }) {
  return <OwnerContext value={owner}>{children}</OwnerContext>;
}

export const useOwner = () => useContext(OwnerContext);
