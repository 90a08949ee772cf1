import { Trans } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { signInPath, useActor } from "@/lib/actor";
import { Link } from "@/lib/router";
import { Icon } from "../ui/Icon";

const AccountMenu = lazy(() => import("./AccountMenu"));

/** "Sign in", or the menu of who is signed in. */
export function AccountEntry() {
  const actor = useActor();
  const { pathname, search } = useLocation();
  if (actor.role === "visitor") {
    return (
      <Link to={pathname === "/sign-in" ? pathname + search : signInPath(pathname + search)}>
        <Icon name="user" />
        <span>
          <Trans>Sign in</Trans>
        </span>
      </Link>
    );
  }
  return (
    <Suspense fallback={<Icon name="user" />}>
      <AccountMenu actor={actor} />
    </Suspense>
  );
}
