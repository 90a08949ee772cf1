import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import type { PlanFit } from "@/client";
import { PriceSlider, usePriceSlider } from "@/components/shop/prices/PriceSlider";
import { type Prices, priceScale } from "@/components/shop/prices/scale";
import { Icon, type IconName } from "@/components/ui/Icon";
import { cx } from "@/lib/cx";
import { dollars } from "@/lib/format";
import s from "./FitQuestions.module.css";
import type { Answers, Care, Provider } from "./useFit";

interface OptionProps {
  type: "checkbox" | "radio";
  name: string;
  checked: boolean;
  icon: IconName;
  onChange: () => void;
  children: ReactNode;
}

function Option({ icon, children, ...input }: OptionProps) {
  return (
    <label className={s.option}>
      <input {...input} />
      <span>
        <Icon name={icon} />
        {children}
        <Icon name="check" />
      </span>
    </label>
  );
}

function Question({ legend, hint, children }: { legend: ReactNode; hint: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={s.question}>
      <legend>{legend}</legend>
      <p className="hint">{hint}</p>
      {children}
    </fieldset>
  );
}

const ICONS: Record<Care, IconName> = {
  checkups: "ok",
  fillings: "tooth",
  crown: "crown",
  braces: "braces",
  glasses: "glasses",
};

function CareQuestion({ care, chooseCare }: Answers) {
  const { t } = useLingui();
  const names: Record<Care, string> = {
    checkups: t`Checkups`,
    fillings: t`Fillings`,
    crown: t`A crown`,
    braces: t`Braces`,
    glasses: t`New glasses`,
  };
  const toggle = (kind: Care) =>
    chooseCare(care.includes(kind) ? care.filter((other) => other !== kind) : [...care, kind]);
  return (
    <Question
      legend={<Trans>What care do you expect?</Trans>}
      hint={<Trans>In the first 12 months, for anyone covered.</Trans>}
    >
      <div className={s.options}>
        {(Object.keys(names) as Care[]).map((kind) => (
          <Option
            key={kind}
            type="checkbox"
            name="care"
            icon={ICONS[kind]}
            checked={care.includes(kind)}
            onChange={() => toggle(kind)}
          >
            {names[kind]}
          </Option>
        ))}
        <Option
          type="checkbox"
          name="care"
          icon="info"
          checked={care.length === 0}
          onChange={() => chooseCare([])}
        >
          <Trans>I don't know</Trans>
        </Option>
      </div>
    </Question>
  );
}

interface BudgetProps extends Pick<Answers, "budget" | "chooseBudget"> {
  fit: PlanFit;
}

function Budget({ fit, ...answer }: BudgetProps) {
  const prices = useMemo(() => priceScale(fit.prices), [fit.prices]);
  return prices && <Slider prices={prices} fit={fit} {...answer} />;
}

interface SliderProps extends BudgetProps {
  prices: Prices;
}

function Slider({ fit, prices, budget, chooseBudget }: SliderProps) {
  const { t } = useLingui();
  const slider = usePriceSlider(prices, budget, chooseBudget);
  const amount = dollars(slider.most ?? "0");
  const all = fit.counts.all - fit.counts.unpriced;
  const { within } = fit.counts;
  return (
    <>
      <p className={s.budget}>
        <output htmlFor="fit-budget">{slider.most === undefined ? t`Any price` : t`Up to ${amount}`}</output>
        <span className="small mute">
          {t`${plural(all, { one: `${within} of # plan`, other: `${within} of # plans` })}`}
        </span>
      </p>
      <PriceSlider id="fit-budget" prices={prices} {...slider} />
      <p className={s.ends}>
        <span>{dollars(String(prices.low + prices.step))}</span>
        <span>{dollars(String(prices.high))}</span>
      </p>
    </>
  );
}

function ProviderQuestion({ provider, chooseProvider, vision }: Answers & { vision: boolean }) {
  const options: [Provider, IconName, ReactNode][] = [
    ["keep", "heart", <Trans key="keep">I want to keep mine</Trans>],
    ["any", "pin", <Trans key="any">Any good one nearby</Trans>],
    ["unknown", "info", <Trans key="unknown">I don't know yet</Trans>],
  ];
  return (
    <Question
      legend={vision ? <Trans>Which eye doctor?</Trans> : <Trans>Which dentist?</Trans>}
      hint={<Trans>We check only networks, never your medical records.</Trans>}
    >
      <div className={cx(s.options, s.single)}>
        {options.map(([value, icon, words]) => (
          <Option
            key={value}
            type="radio"
            name="provider"
            icon={icon}
            checked={provider === value}
            onChange={() => chooseProvider(value)}
          >
            {words}
          </Option>
        ))}
      </div>
    </Question>
  );
}

/** The three questions; they stay while the answer below them changes. */
export function Questions({ answers, fit }: { answers: Answers; fit: PlanFit | undefined }) {
  const { t } = useLingui();
  return (
    <form className={s.questions} aria-label={t`Three questions`}>
      <CareQuestion {...answers} />
      <Question
        legend={<Trans>What's your monthly budget?</Trans>}
        hint={<Trans>For everyone covered, in total.</Trans>}
      >
        {fit ? (
          <Budget fit={fit} budget={answers.budget} chooseBudget={answers.chooseBudget} />
        ) : (
          <div className={s.budgetSkeleton} />
        )}
      </Question>
      <ProviderQuestion {...answers} vision={fit?.category === "vision"} />
    </form>
  );
}
