import { Trans, useLingui } from "@lingui/react/macro";
import { NavLink } from "react-router";
import s from "./MemberNav.module.css";

/** The member's own pages, of each other. */
export function MemberNav() {
  const { t } = useLingui();
  return (
    <nav className={`wrap ${s.nav}`} aria-label={t`Your pages`}>
      <NavLink to="/coverage" end>
        <Trans>My benefits</Trans>
      </NavLink>
      <NavLink to="/coverage/payment">
        <Trans>Payments</Trans>
      </NavLink>
      <NavLink to="/coverage/details">
        <Trans>My details</Trans>
      </NavLink>
    </nav>
  );
}
