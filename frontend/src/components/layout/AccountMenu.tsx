import { Trans, useLingui } from "@lingui/react/macro";
import type { Actor } from "@/lib/actor";
import { homeOf } from "@/lib/home";
import { Link } from "@/lib/router";
import { Icon } from "../ui/Icon";
import s from "./AccountMenu.module.css";
import { useDropdown } from "./useDropdown";
import { useSignOut } from "./useSignOut";

/** The name of who is signed in, with what the account leads to. */
export default function AccountMenu({ actor }: { actor: Actor }) {
  const { t } = useLingui();
  const leave = useSignOut();
  const menu = useDropdown();
  return (
    <div className={s.entry} {...menu.root}>
      <button {...menu.button} aria-controls="account-menu" aria-label={t`Your account: ${actor.name}`}>
        <Icon name="user" />
        <span className={s.name}>{actor.name}</span>
        <Icon name="down" />
      </button>
      <ul id="account-menu" hidden={!menu.open} className={s.list} {...menu.list}>
        <li>
          <Link to={homeOf(actor.role)}>
            <Icon name="home" />
            <Trans>My home</Trans>
          </Link>
        </li>
        {actor.role === "member" && (
          <>
            <li>
              <Link to="/coverage/payment">
                <Icon name="card" />
                <Trans>Payments</Trans>
              </Link>
            </li>
            <li>
              <Link to="/coverage/details">
                <Icon name="edit" />
                <Trans>My details</Trans>
              </Link>
            </li>
          </>
        )}
        <li>
          <Link to="/account">
            <Icon name="user" />
            <Trans>Account and security</Trans>
          </Link>
        </li>
        <li>
          <button type="button" onClick={() => void leave()}>
            <Icon name="lock" />
            <Trans>Sign out</Trans>
          </button>
        </li>
      </ul>
    </div>
  );
}
