import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { bootstrap, contact } from "@/lib/bootstrap";
import { categoryLabel, categoryPath } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { withTexts } from "@/lib/i18n";
import { openOverlay } from "@/lib/overlays";
import { Link, useSearchParams } from "@/lib/router";
import { useCartCount, useMenu } from "@/lib/shop/context";
import { Button } from "../ui/Button";
import { CategoryMark } from "../ui/Category";
import { Icon } from "../ui/Icon";
import { AccountEntry } from "./AccountEntry";
import { BrandLogo } from "./BrandLogo";
import s from "./Header.module.css";
import { HelpLauncher } from "./HelpLauncher";
import { LanguageSwitch } from "./LanguageSwitch";
import { useDropdown } from "./useDropdown";

const AppLauncher = lazy(
  withTexts("dialogs", async () => ({ default: (await import("./AppLauncher")).AppLauncher })),
);
const MobileMenu = lazy(withTexts("dialogs", () => import("./MobileMenu")));

const VISIBLE = 4;

function UtilityBar() {
  const { i18n } = useLingui();
  const { phone, phoneHref, email, hours } = contact(i18n.locale);
  return (
    <div className={s.util}>
      <div className="wrap">
        {phone && (
          <a href={phoneHref}>
            <Icon name="phone" />
            {phone}
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className="only-d">
            <Icon name="mail" />
            {email}
          </a>
        )}
        {phone && hours && (
          <a href={phoneHref} className={s.hours}>
            <Trans>Free quotes by phone, {hours}</Trans>
          </a>
        )}
        <span className={cx(s.utilSp, "only-d")} />
        <HelpLauncher />
        <button type="button" className={s.wide} onClick={() => openOverlay("about")}>
          <Trans>About</Trans>
        </button>
        {bootstrap.apps.length > 0 && (
          <span className="only-d">
            <Suspense fallback={null}>
              <AppLauncher />
            </Suspense>
          </span>
        )}
        <AccountEntry />
        <LanguageSwitch />
      </div>
    </div>
  );
}

/** The categories that do not fit in the bar. */
function MoreMenu({ categories, current }: { categories: string[]; current: string | null }) {
  const { t, i18n } = useLingui();
  const menu = useDropdown();
  return (
    <div className={s.more} {...menu.root}>
      <button {...menu.button} aria-controls="more-menu">
        {t`More`}
        <Icon name="down" size="sm" />
      </button>
      <ul id="more-menu" hidden={!menu.open} className={s.moreList} {...menu.list}>
        {categories.map((category) => (
          <li key={category}>
            <Link to={categoryPath(category)} aria-current={category === current ? "page" : undefined}>
              <CategoryMark category={category} size="sm" />
              {i18n._(categoryLabel(category))}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function CartLink() {
  const { t } = useLingui();
  const count = useCartCount();
  return (
    <Link
      className={s.cartlink}
      to="/cart"
      aria-label={t`Cart, ${plural(count, { one: "# item", other: "# items" })}`}
    >
      <Icon name="cart" size="lg" />
      {count > 0 && (
        <b key={count} aria-hidden="true">
          {count}
        </b>
      )}
    </Link>
  );
}

export function Header() {
  const { t, i18n } = useLingui();
  const menu = useMenu();
  const [open, setOpen] = useState(false);
  const { pathname, key } = useLocation();
  const [search] = useSearchParams();
  const current = pathname === "/plans" ? search.get("type") : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpen(false), [key]);
  const bar = menu.length === VISIBLE + 1 ? menu : menu.slice(0, VISIBLE);
  const rest = menu.slice(bar.length);
  return (
    <header className="site">
      <UtilityBar />
      <div className={s.header}>
        <div className="wrap">
          <button
            className={s.menuBtn}
            type="button"
            aria-label={t`Open menu`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <Icon name="menu" size="lg" />
          </button>
          <BrandLogo />
          <nav className={s.headerNav} aria-label={t`Plan categories`}>
            {bar.map((category) => (
              <Link
                key={category}
                to={categoryPath(category)}
                aria-current={category === current ? "page" : undefined}
              >
                {i18n._(categoryLabel(category))}
              </Link>
            ))}
            {rest.length > 0 && <MoreMenu categories={rest} current={current} />}
          </nav>
          <Button className={s.find} onClick={() => openOverlay("find-plan")}>
            <Trans>FIND A PLAN</Trans>
          </Button>
          <CartLink />
        </div>
      </div>
      {open && (
        <Suspense fallback={null}>
          <MobileMenu categories={menu} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}
