import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { signInPath, useActor } from "@/lib/actor";
import { bootstrap, contact } from "@/lib/bootstrap";
import { categoryLabel, categoryPath } from "@/lib/categories";
import { homeOf } from "@/lib/home";
import { openOverlay } from "@/lib/overlays";
import { Link } from "@/lib/router";
import { Button } from "../ui/Button";
import { CategoryMark } from "../ui/Category";
import { Drawer } from "../ui/Drawer";
import { Icon } from "../ui/Icon";
import { AppLinks } from "./AppLauncher";
import s from "./Header.module.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { useSignOut } from "./useSignOut";

/** The way in, or what the account leads to. */
function AccountLinks({ onClose }: { onClose: () => void }) {
  const actor = useActor();
  const leave = useSignOut();
  const { pathname, search } = useLocation();
  if (actor.role === "visitor") {
    return (
      <li>
        <Link
          to={pathname.startsWith("/sign-in") ? "/sign-in" : signInPath(pathname + search)}
          onClick={onClose}
        >
          <Icon name="user" />
          <Trans>Sign in</Trans>
        </Link>
      </li>
    );
  }
  return (
    <>
      <li>
        <Link to={homeOf(actor.role)} onClick={onClose}>
          <Icon name="home" />
          <Trans>My home</Trans>
        </Link>
      </li>
      {actor.role === "member" && (
        <>
          <li>
            <Link to="/coverage/payment" onClick={onClose}>
              <Icon name="card" />
              <Trans>Payments</Trans>
            </Link>
          </li>
          <li>
            <Link to="/coverage/details" onClick={onClose}>
              <Icon name="edit" />
              <Trans>My details</Trans>
            </Link>
          </li>
        </>
      )}
      <li>
        <Link to="/account" onClick={onClose}>
          <Icon name="user" />
          <Trans>Account and security</Trans>
        </Link>
      </li>
      <li>
        <button
          type="button"
          onClick={() => {
            onClose();
            void leave();
          }}
        >
          <Icon name="lock" />
          <Trans>Sign out</Trans>
        </button>
      </li>
    </>
  );
}

/** Categories, account, contact and About on phones. */
export default function MobileMenu({ categories, onClose }: { categories: string[]; onClose: () => void }) {
  const { i18n, t } = useLingui();
  const { phone, phoneHref, email, hours } = contact(i18n.locale);
  return (
    <Drawer title={t`Menu`} onClose={onClose}>
      <nav className={s.mobileNav} aria-label={t`Plan categories`}>
        <ul>
          {categories.map((category) => (
            <li key={category}>
              <Link to={categoryPath(category)} onClick={onClose}>
                <CategoryMark category={category} size="sm" />
                {i18n._(categoryLabel(category))}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav className={s.mobileNav} aria-label={t`Account`}>
        <ul>
          <AccountLinks onClose={onClose} />
          <li>
            <button
              type="button"
              onClick={() => {
                onClose();
                openOverlay("help");
              }}
            >
              <Icon name="chat" />
              <Trans>We are here to help you</Trans>
            </button>
          </li>
          {bootstrap.languages.length > 1 && (
            <li>
              <LanguageSwitch icon />
            </li>
          )}
        </ul>
      </nav>
      <div className={s.mobileContact}>
        {phone && (
          <a href={phoneHref}>
            <Icon name="phone" />
            {phone}
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`}>
            <Icon name="mail" />
            {email}
          </a>
        )}
        {hours && <p className="small mute">{hours}</p>}
        {bootstrap.apps.length > 0 && (
          <nav className={s.mobileNav} aria-label={t`Applications`}>
            <ul>
              <AppLinks />
            </ul>
          </nav>
        )}
        <Button
          block
          onClick={() => {
            onClose();
            openOverlay("about");
          }}
        >
          <Trans>About</Trans>
        </Button>
      </div>
    </Drawer>
  );
}
