import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Icon } from "@/components/ui/Icon";
import { openOverlay } from "@/lib/overlays";
import { Link } from "@/lib/router";
import s from "./MemberNav.module.css";

function NavLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link to={to} aria-current={pathname === to ? "page" : undefined}>
      {children}
    </Link>
  );
}

/** The member's own pages, of each other. */
export function MemberNav() {
  const { t } = useLingui();
  return (
    <nav className={`wrap ${s.nav}`} aria-label={t`Your pages`}>
      <NavLink to="/coverage">
        <Trans>My benefits</Trans>
      </NavLink>
      <NavLink to="/coverage/payment">
        <Trans>Payments</Trans>
      </NavLink>
      <NavLink to="/coverage/details">
        <Trans>My details</Trans>
      </NavLink>
      <NavLink to="/help">
        <Trans>Help</Trans>
      </NavLink>
      <button type="button" aria-label={t`Search`} onClick={() => openOverlay("palette")}>
        <Icon name="search" />
      </button>
    </nav>
  );
}
