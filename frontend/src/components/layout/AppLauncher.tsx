import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type AppKey, bootstrap } from "@/lib/bootstrap";
import { Icon } from "../ui/Icon";
import s from "./AccountMenu.module.css";
import { useDropdown } from "./useDropdown";

const NAMES: Record<AppKey, MessageDescriptor> = {
  admin: msg`Admin`,
  message_center: msg`Message Center`,
  file_management: msg`File Management`,
  rep_dashboard: msg`Rep Dashboard`,
  member_dashboard: msg`Member Dashboard`,
  group_dashboard: msg`Group Dashboard`,
  ticket_management: msg`Ticket Management`,
  sso: msg`SSO`,
  rep_registration: msg`Rep Registration`,
  member_registration: msg`Member Registration`,
  group_registration: msg`Group Registration`,
};

/** The operator's other applications. Full loads: most of them are no pages of the store. */
export function AppLinks() {
  const { i18n } = useLingui();
  return bootstrap.apps.map(({ key, href }) => (
    <li key={key}>
      <a href={href}>
        <Icon name={href.startsWith("/") ? "arrow" : "external"} />
        {i18n._(NAMES[key])}
      </a>
    </li>
  ));
}

/** Opens the list of applications; only where the operator's site flag asks for it. */
export function AppLauncher() {
  const menu = useDropdown();
  return (
    <div className={s.entry} {...menu.root}>
      <button {...menu.button} aria-controls="app-menu">
        <Icon name="grid" />
        <Trans>Applications</Trans>
        <Icon name="down" />
      </button>
      <ul id="app-menu" hidden={!menu.open} className={s.list}>
        <AppLinks />
      </ul>
    </div>
  );
}
