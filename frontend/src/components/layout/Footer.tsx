import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { api } from "@/lib/api";
import { bootstrap, contact, type Language } from "@/lib/bootstrap";
import { openOverlay } from "@/lib/overlays";
import { Link } from "@/lib/router";
import { useFooterPlan } from "@/lib/shop/context";
import { Button, ButtonLink } from "../ui/Button";
import { CategoryMark } from "../ui/Category";
import { Icon } from "../ui/Icon";
import s from "./Footer.module.css";
import { LegalLinks } from "./LegalLinks";

const ThemeSwitch = lazy(() => import("./ThemeSwitch"));

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
  const { i18n } = useLingui();
  const { phone, phoneHref, email, hours } = contact(i18n.locale);
  const learnMore = useFooterPlan();
  return (
    <div>
      <h3>
        <Trans>Call us</Trans>
      </h3>
      {phone && (
        <a className={`${s.footerPhone} num`} href={phoneHref}>
          {phone}
        </a>
      )}
      <p>
        {hours && (
          <>
            <Trans>Licensed agents, {hours}.</Trans>
            <br />
          </>
        )}
        <Trans>Free quotes, no obligation.</Trans>
      </p>
      {email && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
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

function Learn() {
  const { name } = contact();
  return (
    <div>
      <h3>
        <Trans>Learn how</Trans>
      </h3>
      <ul>
        {bootstrap.videos.length > 0 && (
          <li>
            <button type="button" onClick={() => openOverlay("how-to")}>
              <Icon name="play" />
              <Trans>How-to video</Trans>
            </button>
          </li>
        )}
        <li>
          <button type="button" onClick={() => void openTicket()}>
            <Icon name="ticket" />
            <Trans>Submit Support Request</Trans>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => openOverlay("about")}>
            <Icon name="info" />
            <Trans>About {name}</Trans>
          </button>
        </li>
      </ul>
    </div>
  );
}

function Connect() {
  return (
    <div>
      <h3>
        <Trans>Sell with us</Trans>
      </h3>
      <p>
        <Trans>Have a group? Leave your name and we'll call you.</Trans>
      </p>
      <p className={s.connect}>
        <Button size="sm" onClick={() => openOverlay("connect")}>
          <Trans>Connect with US</Trans>
        </Button>
      </p>
      <ul>
        <OperatorLinks />
      </ul>
    </div>
  );
}

/** The ticket site, or a mail to support where the operator has none. */
async function openTicket(): Promise<void> {
  const { email } = contact();
  try {
    const { ticket } = await api.get("/api/v1/get-ticket-link");
    location.assign(ticket);
  } catch {
    if (email) location.assign(`mailto:${email}`);
  }
}

/** Apple's devices, and Macs, have no use for an Android app. */
const onApple = () => /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent);

/** Links of the operator; without an address there is none. */
function OperatorLinks() {
  const { t } = useLingui();
  const { register, ios_app, android_app } = bootstrap.links;
  const { ios_icon, android_icon } = bootstrap.brand;
  const links = [
    { href: register, text: t`Register Now`, own: "" },
    { href: ios_app, text: t`Download on the App Store`, own: ios_icon },
    { href: onApple() ? "" : android_app, text: t`Get it on Google Play`, own: android_icon },
  ];
  return links
    .filter(({ href }) => href)
    .map(({ href, text, own }) => (
      <li key={text}>
        <a href={href} target="_blank" rel="noopener">
          {own ? (
            <img src={own} alt="" width={20} height={20} />
          ) : (
            <Icon name={href === register ? "user" : "device"} />
          )}
          {text}
          <span className="sr">
            {" "}
            <Trans>(opens in a new tab)</Trans>
          </span>
        </a>
      </li>
    ));
}

export default function Footer() {
  const year = new Date().getFullYear();
  const { brand, providers, marketing } = bootstrap;
  const { i18n } = useLingui();
  const [own] = marketing[i18n.locale as Language].footer ?? [];
  const { pathname } = useLocation();
  return (
    <footer className="site">
      {providers.length > 0 && pathname !== "/provider-list" && <DentistBanner />}
      <div className={s.footer}>
        <div className="wrap">
          <div className={s.footerGrid}>
            <CallUs />
            <Codes />
            <Learn />
            <Connect />
          </div>
          <div className={s.footerBase}>
            {brand.footer_logo && (
              <img className={s.logo} src={brand.footer_logo} alt={brand.name} loading="lazy" />
            )}
            <p>
              {own && `${own.title} `}
              <Trans>
                Plans are underwritten by the insurers named on each plan and are not available in every
                state.
              </Trans>
            </p>
            <LegalLinks />
            <div className={s.theme}>
              <Suspense fallback={null}>
                <ThemeSwitch />
              </Suspense>
            </div>
            <p>
              &copy; {year} {brand.name}
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
