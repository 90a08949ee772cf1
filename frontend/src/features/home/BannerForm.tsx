import { Trans } from "@lingui/react/macro";
import { type Ref, type RefObject, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { CountyField, DobField, GenderField, TierField, ZipField } from "@/components/shop/QuoteFields";
import { useQuoteForm } from "@/components/shop/useQuoteForm";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { cx } from "@/lib/cx";
import { useWorks } from "@/lib/shop/client";
import { type QuoteValues, useFilterInfo } from "@/lib/shop/filter";
import type { FilterInfo } from "@/lib/shop/types";
import s from "./Home.module.css";
import { AskTitle } from "./hero/parts";

interface Listener {
  /** Hears of every answer. */
  onAnswers?: (values: QuoteValues) => void;
  /** Where saved answers lead; a press on Submit leads to the plans. */
  then?: RefObject<string>;
}

function QuoteForm({ known, onAnswers, then }: Listener & { known: FilterInfo | null }) {
  const navigate = useNavigate();
  const title = useId();
  const works = useWorks();
  const form = useQuoteForm(
    known && { zip: known.zip, dob: known.dob, gender: String(known.gender), tier: known.tier },
    {
      place: "banner",
      onSaved: () => void navigate(then?.current ?? "/plans"),
    },
  );
  const { values } = form;
  useEffect(() => onAnswers?.(values), [onAnswers, values]);
  return (
    <form
      ref={form.root}
      aria-labelledby={title}
      noValidate
      onSubmit={(event) => {
        if (then && event.nativeEvent.submitter) then.current = "/plans";
        void form.submit(event);
      }}
    >
      <div className={cx("q-title", s.quoteT)}>
        <h2 id={title}>{works ? <Trans>See the client's price</Trans> : <AskTitle />}</h2>
        {!works && (
          <p className="small mute">
            <Trans>Four questions. No account, no phone call.</Trans>
          </p>
        )}
      </div>
      <ZipField form={form} prefix="banner" className={s.fZip} />
      <GenderField form={form} prefix="banner" className={s.fGender} />
      <TierField form={form} prefix="banner" className={cx("q-tier", s.fTier)} />
      <DobField form={form} prefix="banner" className={cx("q-dob", s.fDob)} />
      <Button type="submit" tone="primary" className={cx("q-go", s.quoteSubmit)} busy={form.busy}>
        <Trans>Submit</Trans>
      </Button>
      <CountyField form={form} prefix="banner" className={cx("q-all", s.quoteCounty)} />
      {form.problem && (
        <Banner tone="bad" live="alert" className={cx("q-all", s.quoteProblem)}>
          {form.problem}
        </Banner>
      )}
    </form>
  );
}

/** The four questions, prefilled while a quote runs. Once something was typed, a quote that arrives changes nothing. */
export function BannerForm({ ref, ...listener }: Listener & { ref?: Ref<HTMLDivElement> }) {
  const filter = useFilterInfo();
  const [begun, setBegun] = useState<"known" | "new" | null>(null);
  const known = filter.data ?? null;
  const mode = begun ?? (known ? "known" : "new");
  return (
    <div ref={ref} className={s.quote} onInput={() => setBegun(mode)}>
      <QuoteForm key={mode} known={known} {...listener} />
    </div>
  );
}
