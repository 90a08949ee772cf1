import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "@/components/ui/Button";
import { Drawer } from "@/components/ui/Drawer";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { Lines, Price, Tear } from "@/components/ui/Statement";
import { cx } from "@/lib/cx";
import { cents, fromCents, money } from "@/lib/format";
import { useWorks } from "@/lib/shop/client";
import { useQuoteId } from "@/lib/shop/filter";
import { pricingQuery } from "@/lib/shop/plans";
import type { PricedPlan } from "@/lib/shop/types";
import { RateByAge } from "./RateByAge";
import s from "./WhyPrice.module.css";

type Proof = NonNullable<PricedPlan["proof"]>;
type Step = Proof["steps"][number];

/** "+ $1.89", "− $2.00": what a step or a change makes of the price. */
const signed = (amount: number) => `${amount < 0 ? "−" : "+"} ${money(fromCents(Math.abs(amount)))}`;

/** Each step starts where the last one ended, in percent of the highest place that is reached. */
function placesOf(steps: Step[]): { from: number; to: number }[] {
  const ends: number[] = [];
  for (const step of steps) ends.push((ends.at(-1) ?? 0) + cents(step.amount));
  const highest = Math.max(...ends, 1);
  return ends.map((end, index) => {
    const [from, to] = [ends[index - 1] ?? 0, end].sort((a, b) => a - b) as [number, number];
    return { from: (from / highest) * 100, to: (to / highest) * 100 };
  });
}

/** The price grows step by step; the last bar is all of it. */
function Waterfall({ steps, label, total }: { steps: Step[]; label: string; total: string }) {
  const places = placesOf(steps);
  return (
    <>
      <ol className={s.steps}>
        {steps.map((step, index) => {
          const { from, to } = places[index] ?? { from: 0, to: 0 };
          const amount = cents(step.amount);
          return (
            <li key={step.key}>
              <span>
                <b>{step.label}</b>
                {step.note && <small>{step.note}</small>}
              </span>
              <span className={s.place} aria-hidden="true">
                <i
                  className={cx(index > 0 && index === steps.length - 1 && s.last)}
                  style={{ left: `${from}%`, width: `${to - from}%`, animationDelay: `${index * 60}ms` }}
                />
                <u style={{ left: `${amount < 0 ? from : to}%` }} />
              </span>
              <span className={s.amount}>{index === 0 ? money(step.amount) : signed(amount)}</span>
            </li>
          );
        })}
      </ol>
      <Tear />
      <p className={s.sum}>
        <b>{label}</b>
        <span aria-hidden="true" style={{ width: `${places.at(-1)?.to ?? 100}%` }} />
        <b className={s.amount}>{money(total)}</b>
      </p>
    </>
  );
}

interface Change {
  key: string;
  label: string;
  /** The monthly price with it, in cents. */
  price: number;
  apply: () => void;
}

/** Changes that would move the price: less to the left of today's, more to the right. */
function Changes({ changes, today, busy }: { changes: Change[]; today: number; busy: boolean }) {
  const differences = changes.map(({ price }) => price - today);
  const [least, most] = [Math.min(0, ...differences), Math.max(0, ...differences)];
  const span = most - least || 1;
  const zero = (-least / span) * 100;
  return (
    <ul className={s.changes} aria-busy={busy || undefined}>
      {changes.map(({ key, label, price, apply }) => {
        const width = (Math.abs(price - today) / span) * 100;
        const monthly = money(fromCents(price));
        return (
          <li key={key}>
            <LinkButton onClick={apply}>{label}</LinkButton>
            <span className={s.difference} aria-hidden="true">
              <u style={{ left: `${zero}%` }} />
              <i
                className={cx(price > today && s.more)}
                style={{ left: `${price < today ? zero - width : zero}%`, width: `${width}%` }}
              />
            </span>
            <span className={s.amount}>
              {price === today ? <Trans>the same</Trans> : signed(price - today)}
              <small>
                <Trans>{monthly} a month</Trans>
              </small>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface WhyPriceProps {
  plan: PricedPlan;
  name: string;
  onClose: () => void;
  onEdit: () => void;
  onChoose: (code: string) => void;
  /** Another tier, for the whole quote. */
  onTier: (tier: string) => void;
  /** A change is being saved, or why the last one was not. */
  saving: boolean;
  failed: string | null;
}

/** The plan's cards with the proof of each price; none while they are read, or when the plan is refused meanwhile. */
function useExplainedPlans(planId: number) {
  const pricing = useQuery(pricingQuery(useQuoteId(), String(planId), true));
  return { ...pricing, plans: pricing.data?.kind === "priced" ? pricing.data.plans : [] };
}

/** Why a price is what it is. The price stands at once; what it is made of is asked for when it is to be seen. */
export default function WhyPrice({ plan, name, onClose, onEdit, ...rest }: WhyPriceProps) {
  const { t } = useLingui();
  const works = useWorks();
  const { plans, isFetching, refetch } = useExplainedPlans(plan.plan_id);
  const explained = plans.find(({ option }) => option.code === plan.option.code);
  return (
    <Drawer
      title={<Trans>Why this price</Trans>}
      subtitle={plan.option.label ? `${name}, ${plan.option.label}` : name}
      onClose={onClose}
      footer={
        <>
          <Button icon="edit" onClick={onEdit}>
            {works ? <Trans>Edit details</Trans> : <Trans>Edit my details</Trans>}
          </Button>
          <Button tone="primary" className={s.grow} onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <p className={s.top}>
        <Price amount={(explained ?? plan).recurring} size="lg" />
      </p>
      {explained?.proof ? (
        <Explanation plan={explained} plans={plans} proof={explained.proof} {...rest} />
      ) : isFetching ? (
        <Loading>
          <div className={s.skeleton}>
            {Array.from({ length: 5 }, (_, index) => (
              <SkeletonBar key={index} height={44} />
            ))}
          </div>
        </Loading>
      ) : (
        <FailedRead title={t`We could not load the explanation`} onRetry={() => void refetch()} />
      )}
    </Drawer>
  );
}

/** What was pressed is today's price then and leaves the list: the focus goes to its heading, and the price is said. */
function useChangeNotice(price: string) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [before, setBefore] = useState<string | null>(null);
  const changed = before !== null && before !== price;
  const monthly = money(price);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new price is a change that is told
  useEffect(() => {
    if (changed && !document.activeElement?.closest("dialog button")) heading.current?.focus();
  }, [price, changed]);
  return {
    heading,
    onPress: () => setBefore(price),
    notice: changed ? t`Your price is now ${monthly} a month.` : "",
  };
}

interface ExplanationProps extends Pick<WhyPriceProps, "plan" | "onChoose" | "onTier" | "saving" | "failed"> {
  /** All options of the plan. */
  plans: PricedPlan[];
  proof: Proof;
}

/** The price's own proof, as the server wrote it: steps that add up, what would change it, and what it looks at. */
function Explanation({ plan, plans, proof, onChoose, onTier, saving, failed }: ExplanationProps) {
  const { t, i18n } = useLingui();
  const { lines, steps, inputs, ignores, table, tiers, ages } = proof;
  const shares = lines.filter((line) => line.kind === "share");
  const once = plan.fees.filter((fee) => fee.once);
  const today = cents(plan.recurring);
  const changes: Change[] = [
    ...tiers.flatMap(({ tier, label, recurring, current }) =>
      current || !recurring ? [] : [{ key: tier, label, price: cents(recurring), apply: () => onTier(tier) }],
    ),
    ...plans.flatMap(({ option, recurring }) =>
      option.code === plan.option.code
        ? []
        : [
            {
              key: option.code,
              label: option.label,
              price: cents(recurring),
              apply: () => onChoose(option.code),
            },
          ],
    ),
  ];
  const { heading, notice, onPress } = useChangeNotice(plan.recurring);
  const { version, since } = table;
  const ignored = new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(ignores);
  return (
    <>
      <Waterfall steps={steps} label={t`Your monthly price`} total={plan.recurring} />
      {once.length > 0 && (
        <Lines
          lines={[
            ...once.map((fee) => ({ key: fee.code, label: fee.name, note: fee.note, value: fee.amount })),
            { key: "first", label: <b>{t`First payment`}</b>, value: plan.first_month },
          ]}
        />
      )}
      {shares.length > 0 && (
        <Lines
          lines={shares.map((line) => ({
            key: line.key,
            label: line.label,
            note: line.note,
            value: line.amount ?? "",
          }))}
        />
      )}
      {changes.length > 0 && (
        <>
          <h3 ref={heading} className={s.title} tabIndex={-1}>
            <Trans>What would change it</Trans>
          </h3>
          <p className="sr" role="status">
            {notice}
          </p>
          <Changes
            changes={changes.map((change) => ({
              ...change,
              apply: () => {
                onPress();
                change.apply();
              },
            }))}
            today={today}
            busy={saving}
          />
          {failed && (
            <p className={s.failed} role="alert">
              {failed}
            </p>
          )}
        </>
      )}
      {ages && <RateByAge ages={ages} />}
      <h3 className={s.title}>
        <Trans>What your price depends on</Trans>
      </h3>
      <Lines lines={inputs.map((input) => ({ label: input.label, value: <span>{input.value}</span> }))} />
      <p className={s.ignored}>
        <b>
          <Trans>Not used:</Trans>
        </b>{" "}
        {ignored}.
      </p>
      <p className={s.source}>
        <Trans>
          Prices are set by the insurer and are the same online and by phone. Rate table version {version}, in
          effect since {since}.
        </Trans>
      </p>
    </>
  );
}
