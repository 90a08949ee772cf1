import { useLingui } from "@lingui/react/macro";
import { bootstrap } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { homePath } from "@/lib/home";
import { Link } from "@/lib/router";
import s from "./Header.module.css";

/** The host's logo, or the rep's or group's on their landing page, in a 180 x 40 box. */
export function BrandLogo({ to }: { to?: string }) {
  const { t } = useLingui();
  const { brand, landing } = bootstrap;
  const src = landing?.logo || brand.logo.src;
  const name = landing?.logo ? landing.display_name : brand.name;
  return (
    <Link className={cx("brand", s.brand)} to={to ?? homePath()} aria-label={t`${name} home`}>
      {src ? (
        <img className={s.brandLogo} src={src} alt="" width={180} height={40} />
      ) : (
        <span className={s.brandName}>
          {brand.name}
          {brand.tagline && <small>{brand.tagline}</small>}
        </span>
      )}
    </Link>
  );
}
