import { useLingui } from "@lingui/react";
import { type ComponentType, Fragment, lazy, Suspense, useRef, useState } from "react";
import { FeaturedRow } from "@/components/shop/FeaturedRow";
import { CardSkeleton, Loading } from "@/components/ui/State";
import { bootstrap, type Language } from "@/lib/bootstrap";
import { prefetchable } from "@/lib/prefetchable";
import { useWorks } from "@/lib/shop/client";
import type { QuoteValues } from "@/lib/shop/filter";
import { usePieces } from "@/lib/usePieces";
import { BannerForm } from "./BannerForm";
import s from "./Home.module.css";
import { type HeroProps, useWide } from "./hero/parts";
import { Covers, HelpBand, PlanGroups } from "./Marketing";
import type { SectionName } from "./sections/sections";
import { useMarketing } from "./useMarketing";
import { usePricePreview, useSpokenPreview } from "./usePricePreview";

const Agent = lazy(() => import("./Agent"));
const WorkHome = lazy(() => import("./WorkHome"));

/** A brand's recipe names one; the server's webapp/manifest.py knows where each is. */
const HEROES: Record<string, () => Promise<{ default: ComponentType<HeroProps> }>> = {
  folder: () => import("./hero/FolderHero"),
  editorial: () => import("./hero/EditorialHero"),
  face: () => import("./hero/FaceHero"),
  card: () => import("./hero/CardHero"),
};
const Hero = prefetchable<HeroProps>(HEROES[bootstrap.recipe.hero] ?? (() => import("./hero/FolderHero")));

const Help = () => (
  <section className={`section ${s.band}`}>
    <div className="wrap">
      <HelpBand />
    </div>
  </section>
);

const Featured = ({ preview }: SectionProps) => (
  <div className={s.featured}>
    <FeaturedRow prices={preview.data?.exact ? preview.data.plans : undefined} />
  </div>
);

/** Stands below the fold; what comes after it waits out of sight. */
function later(name: SectionName): ComponentType<SectionProps> {
  const Part = lazy<ComponentType<SectionProps>>(async () =>
    (await import("./sections/sections")).SECTIONS[name](),
  );
  return (props) => (
    <Suspense fallback={<div className={s.room} />}>
      <Part {...props} />
    </Suspense>
  );
}

type SectionProps = Pick<HeroProps, "preview">;

/** The sections that a recipe orders. */
const SECTIONS: Record<string, ComponentType<SectionProps>> = {
  featured: Featured,
  groups: PlanGroups,
  covers: Covers,
  help: Help,
  doors: later("doors"),
  drawer: later("drawer"),
  statement: later("statement"),
  talk: later("talk"),
  desk: later("desk"),
  passbook: later("passbook"),
  board: later("board"),
};

/** Sections where the store offers help. */
const HELPING = new Set(["help", "talk", "board"]);

/** The front page as the brand's recipe tells it. */
function FrontPage() {
  const { brand, recipe } = bootstrap;
  const { hero, proof = [] } = useMarketing();
  const wide = useWide();
  const language = useLingui().i18n.locale as Language;
  const [answers, setAnswers] = useState<QuoteValues | null>(null);
  const preview = usePricePreview(answers);
  useSpokenPreview(preview);
  const helping = recipe.sections.find((name) => HELPING.has(name));
  const agent = (
    <Suspense fallback={wide ? null : <div className={s.agentSpace} />}>
      <Agent wide={wide} />
    </Suspense>
  );
  // The hero can be used before what stands below it is there.
  const below = usePieces(recipe.sections.length + 1) - 1;
  const form = useRef<HTMLDivElement>(null);
  const nextPath = useRef("/plans");
  const open = (path: string) => {
    nextPath.current = path;
    form.current?.querySelector("form")?.requestSubmit();
  };
  return (
    <main id="main">
      <Hero
        heading={hero?.[0]?.title || brand.name}
        line={recipe.line[language]}
        lead={recipe.lead[language] ?? ""}
        short={recipe.short[language] ?? ""}
        proof={proof.map(({ title }) => title)}
        form={<BannerForm ref={form} then={nextPath} onAnswers={setAnswers} />}
        aside={!wide && agent}
        preview={preview}
        open={open}
      />
      {recipe.sections.slice(0, below).map((name) => {
        const Section = SECTIONS[name];
        return (
          Section && (
            <Fragment key={name}>
              <Section preview={preview} />
              {wide && name === helping && agent}
            </Fragment>
          )
        );
      })}
      {below < recipe.sections.length && <div className={s.room} />}
    </main>
  );
}

export default function HomePage() {
  if (useWorks())
    return (
      <Suspense
        fallback={
          <main id="main" className="wrap page">
            <Loading>
              <CardSkeleton lines={6} />
            </Loading>
          </main>
        }
      >
        <WorkHome />
      </Suspense>
    );
  return <FrontPage />;
}

/** The page, once its hero is there: nothing is drawn without it. */
export async function withHero(): Promise<{ default: ComponentType }> {
  await Hero.fetch();
  return { default: HomePage };
}
