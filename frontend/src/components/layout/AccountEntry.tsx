import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { signInPath, signOut, useActor } from "@/lib/actor";
import { announce } from "@/lib/announce";
import { homeOf } from "@/lib/home";
import { Link } from "@/lib/router";
import { Icon } from "../ui/Icon";
import s from "./Account.module.css";
import { useAway } from "./useAway";

/** Ends the sign-in and shows the public home. */
export function useSignOut(): () => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  return async () => {
    await signOut();
    await navigate("/");
    announce(t`You are signed out.`);
  };
}

/** "Sign in", or the name of who is signed in with what the account leads to. */
export function AccountEntry() {
  const { t } = useLingui();
  const actor = useActor();
  const leave = useSignOut();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useAway(root, open, () => setOpen(false));
  if (actor.role === "visitor") {
    return (
      <Link to={pathname === "/sign-in" ? pathname + search : signInPath(pathname + search)}>
        <Icon name="user" />
        <Trans>Sign in</Trans>
      </Link>
    );
  }
  const close = () => setOpen(false);
  return (
    <div
      ref={root}
      className={s.entry}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        close();
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="account-menu"
        aria-label={t`Your account: ${actor.name}`}
        onClick={() => setOpen(!open)}
      >
        <Icon name="user" />
        <span className={s.name}>{actor.name}</span>
        <Icon name="down" />
      </button>
      <ul id="account-menu" hidden={!open} className={s.list}>
        <li>
          <Link to={homeOf(actor.role)} onClick={close}>
            <Icon name="home" />
            <Trans>My home</Trans>
          </Link>
        </li>
        <li>
          <Link to="/account" onClick={close}>
            <Icon name="user" />
            <Trans>Account and security</Trans>
          </Link>
        </li>
        <li>
          <button
            type="button"
            onClick={() => {
              close();
              void leave();
            }}
          >
            <Icon name="lock" />
            <Trans>Sign out</Trans>
          </button>
        </li>
      </ul>
    </div>
  );
}
