import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useRoom } from "@/components/art/useRoom";
import { Icon } from "@/components/ui/Icon";
import { bootstrap, type Language } from "@/lib/bootstrap";
import { cents, moneyParts } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import type { Preview } from "../usePricePreview";

/** Phones have the questions on the first screen, and the long texts after them. */
export const useWide = () => useRoom(820);

export interface HeroProps {
  heading: string;
  line: string | undefined;
  lead: string;
  /** The lead on phones; empty where it waits until after the questions. */
  short: string;
  proof: string[];
  /** The four questions. */
  form: ReactNode;
  /** On phones, what stands right under the questions. */
  aside: ReactNode;
  preview: Preview;
  /** Goes on to a page with the answers that were given. */
  open: (path: string) => void;
}

/** The title of the four questions: the brand's own words, or the store's. */
export function AskTitle() {
  const { i18n } = useLingui();
  return bootstrap.recipe.ask[i18n.locale as Language] || <Trans>See your price</Trans>;
}

export const Heading = ({ children }: { children: string }) => (
  <PageHeading title={children}>{children}</PageHeading>
);

export function Proof({ lines, className }: { lines: string[]; className?: string | undefined }) {
  if (lines.length === 0) return null;
  return (
    <ul className={className}>
      {lines.map((line) => (
        <li key={line}>
          <Icon name="check" />
          {line}
        </li>
      ))}
    </ul>
  );
}

type Texts = Pick<HeroProps, "heading" | "line" | "lead" | "short" | "proof">;

interface CopyProps extends Texts {
  lineClass: string | undefined;
  proofClass: string | undefined;
}

/** The brand's text beside its picture: heading, line, lead and proof. */
export function Copy({ heading, line, lead, short, proof, lineClass, proofClass }: CopyProps) {
  const wide = useWide();
  const text = wide ? lead : short;
  return (
    <div>
      <Heading>{heading}</Heading>
      {line && <p className={lineClass}>{line}</p>}
      {text && <p className="lead">{text}</p>}
      {wide && <Proof lines={proof} className={proofClass} />}
    </div>
  );
}

/** Phones: what didn't fit above the questions. */
export const Rest = ({
  lead,
  short,
  proof,
  proofClass,
}: Omit<CopyProps, "heading" | "line" | "lineClass">) => (
  <>
    {lead !== short && <p className="lead">{lead}</p>}
    <Proof lines={proof} className={proofClass} />
  </>
);

export interface LowestPrice {
  price: string;
  /** The lowest of the brand's from-prices, not somebody's own. */
  from: boolean;
}

/** The lowest price of the featured plans, or of those of one category: the shopper's own once all answers are in. */
export function lowestPrice({ data }: Preview, category?: string): LowestPrice | null {
  const isOfCategory = (plan: { category: string }) => !category || plan.category === category;
  const pricedPlans = data?.exact ? data.plans.filter((plan) => plan.price && isOfCategory(plan)) : [];
  const featured = bootstrap.featured.filter(isOfCategory);
  const prices = bootstrap.recipe.from_prices;
  const from = prices.filter((row) => featured.some((plan) => plan.plan_id === row.plan_id));
  const lowest = [...(data?.exact ? pricedPlans : from)].sort(
    (a, b) => cents(a.price ?? "") - cents(b.price ?? ""),
  )[0];
  return lowest?.price ? { price: lowest.price, from: !data?.exact } : null;
}

/** "$104" large and ".85" small, with its period. */
export function BigPrice({ value, from }: { value: string; from: boolean }) {
  const { t } = useLingui();
  const { whole, cents: rest } = moneyParts(value) ?? { whole: value, cents: "00" };
  return (
    <>
      {from && <em>{t`From`} </em>}
      <b>${whole}</b>
      <i>.{rest}</i> <span>{t`/month`}</span>
    </>
  );
}

export function AnswersLeft({ missing }: { missing: number }) {
  if (missing === 1) return <Trans>One question left</Trans>;
  if (missing === 2) return <Trans>Two questions left</Trans>;
  return <Trans>Three questions left</Trans>;
}
