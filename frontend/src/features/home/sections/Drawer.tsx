import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonLink } from "@/components/ui/Button";
import { CategoryIcon } from "@/components/ui/Category";
import { categoryLabel, categoryPath } from "@/lib/categories";
import { Link } from "@/lib/router";
import { useMenu } from "@/lib/shop/context";
import s from "./Drawer.module.css";

/** The store's categories as the tabs of folders in a drawer. */
export default function Drawer() {
  const { t, i18n } = useLingui();
  const menu = useMenu();
  if (menu.length === 0) return null;
  return (
    <section className={s.row} aria-labelledby="drawer">
      <div className={`wrap ${s.cabinet}`}>
        <div className={s.copy}>
          <h2 id="drawer">
            {t`${plural(menu.length, { one: "# folder, one drawer", other: "# folders, one drawer" })}`}
          </h2>
          <p>
            <Trans>Everything we sell, organized by what it does for you. Choose one.</Trans>
          </p>
          <ButtonLink to="/plans">
            <Trans>See all plans</Trans>
          </ButtonLink>
        </div>
        <div>
          <ul className={s.tabs}>
            {menu.map((category) => (
              <li key={category} data-cat={category}>
                <Link to={categoryPath(category)}>
                  <CategoryIcon category={category} />
                  <span>{i18n._(categoryLabel(category))}</span>
                </Link>
              </li>
            ))}
          </ul>
          <div className={s.front} aria-hidden="true">
            <i />
          </div>
        </div>
      </div>
    </section>
  );
}
