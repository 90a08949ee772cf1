import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import type { Actor } from "@/lib/actor";
import { homeOf } from "@/lib/home";
import { Link } from "@/lib/router";
import { Icon } from "../ui/Icon";
import s from "./Account.module.css";
import { useAway } from "./useAway";
import { useSignOut } from "./useSignOut";

/** The name of who is signed in, with what the account leads to. */
export default function AccountMenu({ actor }: { actor: Actor }) {
  const { t } = useLingui();
  const leave = useSignOut();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useAway(root, open, () => setOpen(false));
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
