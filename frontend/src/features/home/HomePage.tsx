import { useLingui } from "@lingui/react";
import { type ComponentType, lazy, Suspense } from "react";
import { LocationBanner } from "@/components/layout/LocationBanner";
import { FeaturedRow } from "@/components/shop/FeaturedRow";
import { Icon } from "@/components/ui/Icon";
import { bootstrap, type Language } from "@/lib/bootstrap";
import { PageHeading } from "@/lib/page";
import { useWorks } from "@/lib/shop/client";
import { BannerForm } from "./BannerForm";
import s from "./Home.module.css";
import { CategoryTiles, Covers, HelpBand, PlanGroups } from "./Marketing";
import { useMarketing } from "./useMarketing";

const WorkHome = lazy(() => import("./WorkHome"));

function Hero() {
  const { brand, recipe } = bootstrap;
  const line = recipe.line[useLingui().i18n.locale as Language];
  const { hero, proof } = useMarketing();
  const heading = hero?.[0]?.title || brand.name;
  return (
    <div className={s.hero}>
      <div className="wrap">
        <div className={s.heroCopy}>
          <PageHeading title={heading}>{heading}</PageHeading>
          {line && <p className={s.line}>{line}</p>}
          {hero?.[0]?.text && <p className="lead">{hero[0].text}</p>}
          {proof && (
            <ul className={s.proof}>
              {proof.map(({ title }) => (
                <li key={title}>
                  <Icon name="check" />
                  {title}
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className={s.heroArt}>
          <img src={brand.hero} alt="" width={520} height={360} fetchPriority="high" />
        </div>
      </div>
    </div>
  );
}

const Help = () => (
  <section className={`section ${s.band}`}>
    <div className="wrap">
      <HelpBand />
    </div>
  </section>
);

const Doors = () => (
  <section className={`section ${s.band}`}>
    <div className="wrap">
      <CategoryTiles />
    </div>
  </section>
);

const Featured = () => (
  <div className={s.featured}>
    <FeaturedRow />
  </div>
);

/** What a recipe puts in its order. */
const SECTIONS: Record<string, ComponentType> = {
  featured: Featured,
  groups: PlanGroups,
  covers: Covers,
  help: Help,
  doors: Doors,
};

export default function HomePage() {
  if (useWorks())
    return (
      <Suspense fallback={<main id="main" className="wrap page" />}>
        <WorkHome />
      </Suspense>
    );
  return (
    <>
      <LocationBanner />
      <main id="main">
        <Hero />
        <BannerForm />
        {bootstrap.recipe.sections.map((name) => {
          const Section = SECTIONS[name];
          return Section && <Section key={name} />;
        })}
      </main>
    </>
  );
}
