import { lazy, Suspense, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { signInPath, useActor, useEnd } from "@/lib/actor";

const Idle = lazy(() => import("./Idle"));
const Shortcuts = lazy(() => import("./Shortcuts"));

/** Watches over the sign-in of the page, leads to a new one when the server has ended it, and listens for shortcuts. */
export function SessionGuard() {
  const actor = useActor();
  const end = useEnd();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!end || pathname.startsWith("/sign-in")) return;
    void navigate(signInPath(pathname + search, end), { replace: true });
  }, [end, navigate, pathname, search]);
  if (actor.role === "visitor") return null;
  return (
    <Suspense fallback={null}>
      <Idle />
      <Shortcuts />
    </Suspense>
  );
}
