import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ChoiceCards } from "@/components/form/Choices";
import { CountyField, DobField, ZipField } from "@/components/shop/QuoteFields";
import { SmokerField } from "@/components/shop/SmokerField";
import { useTierChoice } from "@/components/shop/tierLabel";
import { type QuoteForm, useQuoteForm } from "@/components/shop/useQuoteForm";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { SegmentedProgress } from "@/components/ui/Progress";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { ageOn, parseDay, today } from "@/lib/dates";
import { useWorks } from "@/lib/shop/client";
import type { County } from "@/lib/shop/county";
import {
  checkQuote,
  type QuoteValues,
  quoteValues,
  TIERS,
  useFilterInfo,
  validateDob,
  validateZip,
} from "@/lib/shop/filter";
import { FIELD_REQUIRED, GENDERS, quoteMessage } from "@/lib/shop/labels";
import s from "./FindPlan.module.css";

type StepField = "zip" | "dob" | "gender" | "tier";

interface WizardStep {
  field: StepField;
  title: MessageDescriptor;
  why: MessageDescriptor;
}

const STEPS: WizardStep[] = [
  { field: "zip", title: msg`What is your zip code?`, why: msg`Plans and prices depend on where you live.` },
  {
    field: "dob",
    title: msg`When were you born?`,
    why: msg`Age is one of the things that sets your price. You must be 18 or older.`,
  },
  {
    field: "gender",
    title: msg`What is your gender?`,
    why: msg`Some insurers price men and women differently. We ask only once.`,
  },
  {
    field: "tier",
    title: msg`Who needs covered?`,
    why: msg`You can change this at any time and see the prices side by side.`,
  },
];

/** The same, asked of a rep or group administrator. */
const OF_A_MEMBER: Record<StepField, Pick<WizardStep, "title" | "why">> = {
  zip: {
    title: msg`What is the client's zip code?`,
    why: msg`Plans and prices depend on where the client lives.`,
  },
  dob: {
    title: msg`When was the client born?`,
    why: msg`Age is one of the things that sets the price. Members must be 18 or older.`,
  },
  gender: {
    title: msg`What is the client's gender?`,
    why: msg`Some insurers price men and women differently. We ask only once.`,
  },
  tier: {
    title: msg`Who needs covered?`,
    why: msg`You can change this at any time and see the prices side by side.`,
  },
};

const TIER_FACTS: Record<string, MessageDescriptor> = {
  IO: msg`Only you`,
  IS: msg`You and your husband, wife or partner`,
  IC: msg`You and one or more children`,
  IF: msg`The whole family`,
};

interface Verdict {
  refused?: string | undefined;
  /** The zip code alone does not say where the shopper lives, and it matters. */
  counties?: County[];
}

/** The server has the last word on a zip code and a date of birth. */
async function askServer(field: StepField, values: QuoteValues): Promise<Verdict> {
  try {
    if (field === "dob") await validateDob(values.dob);
    if (field !== "zip") return {};
    const answer = await validateZip(values.zip);
    return answer?.county_required && !values.county ? { counties: answer.counties ?? [] } : {};
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.offline) throw error;
    const message = error.fieldErrors[field] ?? error.fieldErrors.zip_code;
    return { refused: message ?? Object.values(error.fieldErrors)[0] ?? error.message };
  }
}

function Question({ step, form }: { step: WizardStep; form: QuoteForm }) {
  const { t, i18n } = useLingui();
  const works = useWorks();
  const tierLabel = useTierChoice();
  if (step.field === "zip") {
    return (
      <div className="stack">
        <ZipField form={form} prefix="find" big label={t`Zip code`} />
        <CountyField form={form} prefix="find" />
      </div>
    );
  }
  if (step.field === "dob") {
    const born = parseDay(form.values.dob);
    const age = born ? ageOn(born, today()) : 0;
    return (
      <DobField
        form={form}
        prefix="find"
        big
        label={t`Date of birth`}
        {...(age >= 18 && age < 130
          ? { ok: t`Age ${age}. Slashes are added as you type (mm/dd/yyyy).` }
          : {})}
      />
    );
  }
  const gender = step.field === "gender";
  const cards = (
    <ChoiceCards
      label={gender ? t`Gender` : t`Who needs covered?`}
      hideLabel
      id={`find-${step.field}`}
      name={`find-${step.field}`}
      value={form.values[step.field]}
      error={form.errors[step.field]}
      onChange={(event) => form.set(step.field, event.target.value)}
      choices={
        gender
          ? GENDERS.map(({ value, label }) => ({ value, title: i18n._(label) }))
          : TIERS.map((tier) => ({
              value: tier,
              title: tierLabel(tier),
              fact: TIER_FACTS[tier] && !works ? i18n._(TIER_FACTS[tier]) : undefined,
            }))
      }
    />
  );
  if (!gender) return cards;
  return (
    <div className="stack">
      {cards}
      <SmokerField form={form} prefix="find" />
    </div>
  );
}

function Wizard({ quote, onClose }: { quote: Partial<QuoteValues> | null; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const works = useWorks();
  const [index, setIndex] = useState(0);
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useQuoteForm(quote, {
    onSaved: () => {
      onClose();
      void navigate("/plans");
    },
  });
  const step = STEPS[index] ?? (STEPS[0] as WizardStep);
  const number = index + 1;
  const last = number === STEPS.length;
  const box = useRef<HTMLDivElement>(null);

  // Each step starts on its own question.
  useEffect(() => {
    const control = box.current?.querySelector<HTMLElement>("input:checked, input, select");
    control?.focus();
    announce(t`Steps: ${index + 1} of ${STEPS.length}`);
  }, [index, t]);

  // The county is one more question of the first step: it takes the focus when it comes.
  const asksCounty = form.counties.length > 0;
  useEffect(() => {
    if (asksCounty) box.current?.querySelector<HTMLElement>("select")?.focus();
  }, [asksCounty]);

  // A refusal of the server opens the step of the first field it names.
  useEffect(() => {
    if (form.attempt === 0) return;
    const named = STEPS.findIndex(
      ({ field }) => form.errors[field] || (field === "zip" && form.errors.county),
    );
    if (named >= 0) setIndex(named);
  }, [form.attempt, form.errors]);

  const next = async (event: FormEvent) => {
    event.preventDefault();
    if (checking || form.busy) return;
    setProblem(null);
    const kind = checkQuote(form.values)[step.field];
    if (kind) {
      form.setErrors({ [step.field]: i18n._(quoteMessage(kind)) });
      box.current?.querySelector<HTMLElement>("input, select")?.focus();
      return;
    }
    if (step.field === "zip" && form.counties.length > 0 && !form.values.county) {
      form.setErrors({ county: i18n._(FIELD_REQUIRED) });
      box.current?.querySelector<HTMLElement>("select")?.focus();
      return;
    }
    if (last) {
      await form.submit();
      return;
    }
    setChecking(true);
    try {
      const { refused, counties = [] } = await askServer(step.field, form.values);
      if (refused) form.setErrors({ [step.field]: refused });
      else if (counties.length > 0) form.offerCounties(counties);
      else setIndex(index + 1);
    } catch {
      setProblem(t`We could not check your answer. Check your connection and try again.`);
    } finally {
      setChecking(false);
    }
  };

  const message = problem ?? form.problem;
  const { title, why } = works ? OF_A_MEMBER[step.field] : step;
  return (
    <Dialog
      title={i18n._(title)}
      tab={
        <Trans>
          Steps: {number} of {STEPS.length}
        </Trans>
      }
      above={<SegmentedProgress value={number} max={STEPS.length} className={s.progress} />}
      closeLabel={t`Close Find a Plan`}
      onClose={onClose}
      onSubmit={(event) => void next(event)}
      footer={
        <>
          {index > 0 ? <Button onClick={() => setIndex(index - 1)}>{t`Back`}</Button> : <span />}
          <Button type="submit" tone="primary" busy={checking || form.busy} className={s.next}>
            {last ? t`Let's Go!` : t`Continue`}
          </Button>
        </>
      }
    >
      <p className={s.why}>{i18n._(why)}</p>
      <div ref={box}>
        <Question step={step} form={form} />
      </div>
      {message && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {message}
        </Banner>
      )}
    </Dialog>
  );
}

/** Four questions, one at a time; the answers of a running quote are kept. */
export default function FindPlanDialog({ onClose }: { onClose: () => void }) {
  const filter = useFilterInfo();
  if (filter.isLoading) return null;
  const quote = filter.data;
  return <Wizard quote={quote ? quoteValues(quote) : null} onClose={onClose} />;
}
