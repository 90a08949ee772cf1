import { useLingui } from "@lingui/react/macro";
import { bootstrap } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { logoPath } from "@/lib/home";
import { Link } from "@/lib/router";
import { useStored } from "@/lib/storage";
import s from "./Header.module.css";

/** The host's logo, or the rep's or group's on their landing page, in a 180 x 40 box. Leads to the operator's link. */
export function BrandLogo({ compact }: { compact?: boolean }) {
  const { t } = useLingui();
  // What is remembered about the visit changes on the way, and the logo's home with it.
  useStored("referral");
  useStored("usertype");
  const { brand, landing, links } = bootstrap;
  const src = landing?.logo || (compact && brand.cart_logo) || brand.logo.src;
  const name = landing?.logo ? landing.display_name : brand.name;
  const shown = { className: cx("brand", s.brand), "aria-label": t`${name} home` };
  const picture = src ? (
    <picture>
      {!landing?.logo && brand.cart_logo && <source media="(max-width: 560px)" srcSet={brand.cart_logo} />}
      <img className={s.brandLogo} src={src} alt="" width={180} height={40} />
    </picture>
  ) : (
    <span className={s.brandName}>
      {brand.name}
      {brand.tagline && <small>{brand.tagline}</small>}
    </span>
  );
  if (links.logo) {
    return (
      <a {...shown} href={links.logo}>
        {picture}
      </a>
    );
  }
  return (
    <Link {...shown} to={logoPath()}>
      {picture}
    </Link>
  );
}
