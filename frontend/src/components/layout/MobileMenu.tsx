import { Trans, useLingui } from "@lingui/react/macro";
import { bootstrap, contact } from "@/lib/bootstrap";
import { categoryLabel, categoryPath } from "@/lib/categories";
import { openOverlay } from "@/lib/overlays";
import { Link } from "@/lib/router";
import { Button } from "../ui/Button";
import { CategoryMark } from "../ui/Category";
import { Drawer } from "../ui/Drawer";
import { Icon } from "../ui/Icon";
import { AppLinks } from "./AppLauncher";
import s from "./Header.module.css";

/** Categories, contact and About on phones. */
export default function MobileMenu({ categories, onClose }: { categories: string[]; onClose: () => void }) {
  const { i18n, t } = useLingui();
  const { phone, phoneHref, email, hours } = contact();
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
