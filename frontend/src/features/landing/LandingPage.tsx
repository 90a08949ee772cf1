import { i18n } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Likeness } from "@/components/art/Likeness";
import { ContactItems } from "@/components/layout/ContactItems";
import { LocationBanner } from "@/components/layout/LocationBanner";
import { FeaturedRow } from "@/components/shop/FeaturedRow";
import { Avatar } from "@/components/ui/Avatar";
import { Button, ButtonAnchor, ButtonLink } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { bootstrap, contact, type Language } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { withTexts } from "@/lib/i18n";
import { openOverlay } from "@/lib/overlays";
import { PageHeading } from "@/lib/page";
import { useWorks } from "@/lib/shop/client";
import { useQuoteId } from "@/lib/shop/filter";
import s from "./Landing.module.css";

const StartDialog = lazy(withTexts("work", () => import("@/components/work/StartDialog")));

/** The picture of the rep or group, which may lead somewhere; initials without one. */
function Portrait({ name }: { name: string }) {
  const { image, image_link } = bootstrap.landing ?? {};
  if (!image) return <Avatar name={name} />;
  const likeness = <Likeness src={image} name={image_link ? name : ""} className={s.portrait} />;
  return image_link ? <a href={image_link}>{likeness}</a> : likeness;
}

/** A rep or group administrator says for whom, and in which portal, before the four questions. */
function StartWork() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="primary" size="lg" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Start Enrollment</Trans>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <StartDialog withCurrent onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A rep's or group's own front page: banner picture, who it is, Start Enrollment. */
export default function LandingPage() {
  const { t } = useLingui();
  const quote = useQuoteId();
  const works = useWorks();
  const { landing, brand } = bootstrap;
  const { phone, phoneHref } = contact();
  const name = landing?.display_name || brand.name;
  const group = landing?.type === "group";
  return (
    <main id="main">
      {landing?.banner_image && (
        <div className={s.banner}>
          <img
            src={landing.banner_image}
            alt={landing.banner_alt[i18n.locale as Language] ?? ""}
            width={1200}
            height={400}
            fetchPriority="high"
          />
        </div>
      )}
      <section className={`wrap ${s.card}`}>
        <div className={s.who}>
          <Portrait name={name} />
          <p className="small mute">
            {group ? <Trans>Your employer's plans</Trans> : <Trans>Your benefits rep</Trans>}
          </p>
        </div>
        <PageHeading title={name}>{name}</PageHeading>
        <p className="lead">
          {landing?.tagline[i18n.locale as Language] ||
            t`Compare plans side by side, see your price to the cent, and enroll in about ten minutes.`}
        </p>
        <div className={s.actions}>
          {works ? (
            <StartWork />
          ) : quote ? (
            <ButtonLink tone="primary" size="lg" to="/plans">
              <Trans>Start Enrollment</Trans>
            </ButtonLink>
          ) : (
            <Button tone="primary" size="lg" onClick={() => openOverlay("find-plan")}>
              <Trans>Start Enrollment</Trans>
            </Button>
          )}
          <ButtonLink size="lg" to="/plans">
            <Trans>See all plans</Trans>
          </ButtonLink>
        </div>
        <ul className={s.contact}>
          <ContactItems />
          <li>
            <Icon name="info" />
            <Button tone="quiet" size="sm" className={s.about} onClick={() => openOverlay("about")}>
              <Trans>About {name}</Trans>
            </Button>
          </li>
        </ul>
      </section>
      <LocationBanner />
      <FeaturedRow />
      <section className={cx("wrap section", s.helpSection)}>
        <div className={s.help}>
          <div>
            <h2>
              <Trans>Need help finding a plan?</Trans>
            </h2>
            <p>
              <Trans>Answer four questions, or call. Free quotes, no obligation.</Trans>
            </p>
          </div>
          {phone && (
            <ButtonAnchor icon="phone" href={phoneHref}>
              <span className="num">{phone}</span>
            </ButtonAnchor>
          )}
        </div>
      </section>
    </main>
  );
}
