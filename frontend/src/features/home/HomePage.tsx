import { Trans, useLingui } from "@lingui/react/macro";
import { FeaturedRow } from "@/components/shop/FeaturedRow";
import { Icon } from "@/components/ui/Icon";
import { bootstrap } from "@/lib/bootstrap";
import { PageHeading } from "@/lib/page";
import { BannerForm } from "./BannerForm";
import s from "./Home.module.css";
import { CategoryTiles, Covers, HelpBand, PlanGroups } from "./Marketing";

function Hero() {
  const { t } = useLingui();
  const { brand } = bootstrap;
  return (
    <div className={s.hero}>
      <div className="wrap">
        <div className={s.heroCopy}>
          <PageHeading title={t`Dental and Vision for Everyone`}>
            <Trans>Dental and Vision for Everyone</Trans>
          </PageHeading>
          <p className="lead">
            <Trans>
              Compare plans side by side, see your price to the cent, and enroll in about ten minutes.
            </Trans>
          </p>
          <ul className={s.proof}>
            <li>
              <Icon name="check" />
              <Trans>Dental plans accepted by over 75% of dentists</Trans>
            </li>
            <li>
              <Icon name="check" />
              <Trans>A national association with over 100,000 members</Trans>
            </li>
            <li>
              <Icon name="check" />
              <Trans>$5 monthly membership fee, shown before you enroll</Trans>
            </li>
          </ul>
        </div>
        <div className={s.heroArt}>
          <img src={brand.hero} alt="" width={520} height={360} fetchPriority="high" />
        </div>
      </div>
    </div>
  );
}

export default function HomePage() {
  return (
    <main id="main">
      <Hero />
      <BannerForm />
      <FeaturedRow />
      <PlanGroups />
      <Covers />
      <section className="section">
        <div className="wrap stack-8">
          <HelpBand />
          <CategoryTiles />
        </div>
      </section>
    </main>
  );
}
