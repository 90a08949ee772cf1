import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { type Role, signInPath, useActor, useEnd } from "@/lib/actor";
import { homeOf } from "@/lib/home";

/** A page of one role: visitors sign in and come back, others go to their own home. The server decides the rest. */
export function RequireRole({ role, children }: { role: Role; children: ReactNode }) {
  const actor = useActor();
  const end = useEnd();
  const { pathname, search } = useLocation();
  if (actor.role === role) return children;
  return (
    <Navigate
      to={actor.role === "visitor" ? signInPath(pathname + search, end) : homeOf(actor.role)}
      replace
    />
  );
}
