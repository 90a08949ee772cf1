import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { useNavigate } from "react-router";
import { CountyField, DobField, GenderField, TierField, ZipField } from "@/components/shop/QuoteFields";
import { useQuoteForm } from "@/components/shop/useQuoteForm";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { useFilterInfo } from "@/lib/shop/filter";
import type { FilterInfo } from "@/lib/shop/types";
import s from "./Referrals.module.css";

function Questions({ quote }: { quote: FilterInfo | null }) {
  const navigate = useNavigate();
  const title = useId();
  const form = useQuoteForm(
    quote && {
      zip: quote.zip,
      dob: quote.dob,
      gender: String(quote.gender),
      tier: quote.tier,
    },
    { onSaved: () => void navigate("/plans") },
  );
  return (
    <form
      ref={form.root}
      className={s.form}
      aria-labelledby={title}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <h2 id={title}>
        <Trans>Tell us who it is for</Trans>
      </h2>
      <div className={s.fields}>
        <ZipField form={form} prefix="referral" />
        <GenderField form={form} prefix="referral" />
        <TierField form={form} prefix="referral" className={s.full} />
        <DobField form={form} prefix="referral" className={s.full} />
        <CountyField form={form} prefix="referral" className={s.full} />
      </div>
      {form.problem && (
        <Banner tone="bad" live="alert">
          {form.problem}
        </Banner>
      )}
      <Button type="submit" tone="primary" size="lg" block busy={form.busy}>
        <Trans>Submit</Trans>
      </Button>
    </form>
  );
}

/** The four questions of a new shopper; the answers of a running quote stand in them. */
export function ReferralForm() {
  const filter = useFilterInfo();
  if (filter.isLoading) return <div className={s.space} />;
  return <Questions quote={filter.data ?? null} />;
}
