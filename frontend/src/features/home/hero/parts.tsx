import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/Icon";
import { bootstrap } from "@/lib/bootstrap";
import { cents, moneyParts } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import type { Preview } from "../usePricePreview";

export interface HeroProps {
  heading: string;
  line: string | undefined;
  lead: string | undefined;
  proof: string[];
  /** The four questions. */
  form: ReactNode;
  preview: Preview;
  /** Goes on to a page with the answers that were given. */
  open: (path: string) => void;
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

interface CopyProps extends Pick<HeroProps, "heading" | "line" | "lead" | "proof"> {
  lineClass: string | undefined;
  proofClass: string | undefined;
}

/** The brand's text beside its picture: heading, line, lead and proof. */
export function Copy({ heading, line, lead, proof, lineClass, proofClass }: CopyProps) {
  return (
    <div>
      <Heading>{heading}</Heading>
      {line && <p className={lineClass}>{line}</p>}
      {lead && <p className="lead">{lead}</p>}
      <Proof lines={proof} className={proofClass} />
    </div>
  );
}

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
  if (missing === 1) return <Trans>One answer to go</Trans>;
  if (missing === 2) return <Trans>Two answers to go</Trans>;
  return <Trans>Three answers to go</Trans>;
}
