import { Trans, useLingui } from "@lingui/react/macro";
import { bootstrap, contact } from "@/lib/bootstrap";
import { categoryLabel } from "@/lib/categories";
import { openOverlay } from "@/lib/overlays";
import { Link } from "@/lib/router";
import { useFooterPlan, useMenu } from "@/lib/shop/context";
import { ButtonLink } from "../ui/Button";
import { CategoryMark } from "../ui/Category";
import { Icon } from "../ui/Icon";
import s from "./Footer.module.css";

const SHOWN_CATEGORIES = 6;

function DentistBanner() {
  return (
    <div className={s.dentist}>
      <div className="wrap">
        <CategoryMark category="dental" />
        <h2>
          <Trans>Need a Dentist?</Trans>
        </h2>
        <p>
          <Trans>Search four dental networks and two vision networks before you choose a plan.</Trans>
        </p>
        <ButtonLink to="/provider-list" target="_blank" iconEnd="external">
          <Trans>Find a dentist</Trans>
          <span className="sr">
            {" "}
            <Trans>(opens in a new tab)</Trans>
          </span>
        </ButtonLink>
      </div>
    </div>
  );
}

function CallUs() {
  const { phone, phoneHref, hours } = contact();
  const learnMore = useFooterPlan();
  return (
    <div>
      <h3>
        <Trans>Call us</Trans>
      </h3>
      <a className={`${s.footerPhone} num`} href={phoneHref}>
        {phone}
      </a>
      <p>
        <Trans>Licensed agents, {hours}.</Trans>
        <br />
        <Trans>Free quotes, no obligation.</Trans>
      </p>
      <p className={s.learn}>
        <button type="button" onClick={() => void learnMore()}>
          <Trans>Click here to Learn more</Trans>
        </button>
      </p>
    </div>
  );
}

function Codes() {
  return (
    <div>
      <h3>
        <Trans>Have a code?</Trans>
      </h3>
      <ul>
        <li>
          <button type="button" onClick={() => openOverlay("rep-code")}>
            <Icon name="key" />
            <Trans>Rep Access Code</Trans>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => openOverlay("group-code")}>
            <Icon name="users" />
            <Trans>Employee Enrollment</Trans>
          </button>
        </li>
        <li>
          <Link to="/continue-enrollment">
            <Icon name="document" />
            <Trans>Continue a saved enrollment</Trans>
          </Link>
        </li>
      </ul>
    </div>
  );
}

function Categories() {
  const { i18n } = useLingui();
  const menu = useMenu();
  return (
    <div>
      <h3>
        <Trans>Shop plans</Trans>
      </h3>
      <ul>
        {menu.slice(0, SHOWN_CATEGORIES).map((category) => (
          <li key={category}>
            <Link to={`/plans?type=${category}`}>{i18n._(categoryLabel(category))}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Help() {
  const { email, name } = contact();
  return (
    <div>
      <h3>
        <Trans>Get in touch</Trans>
      </h3>
      <ul>
        {email && (
          <li>
            <a href={`mailto:${email}`}>
              <Icon name="mail" />
              {email}
            </a>
          </li>
        )}
        <li>
          <button type="button" onClick={() => openOverlay("about")}>
            <Icon name="info" />
            <Trans>About {name}</Trans>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => openOverlay("find-plan")}>
            <Icon name="search" />
            <Trans>FIND A PLAN</Trans>
          </button>
        </li>
      </ul>
    </div>
  );
}

export function Footer() {
  const year = new Date().getFullYear();
  const { brand, providers } = bootstrap;
  return (
    <footer className="site">
      {providers.length > 0 && <DentistBanner />}
      <div className={s.footer}>
        <div className="wrap">
          <div className={s.footerGrid}>
            <CallUs />
            <Codes />
            <Categories />
            <Help />
          </div>
          <div className={s.footerBase}>
            <p>
              <Trans>
                Plans are offered through a national association. A $5 monthly membership fee applies. Plans
                are underwritten by the carriers named on each plan and are not available in every state.
              </Trans>
            </p>
            <p>
              &copy; {year} {brand.name}
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
