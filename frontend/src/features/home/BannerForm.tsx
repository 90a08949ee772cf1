import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { CountyField, DobField, GenderField, TierField, ZipField } from "@/components/shop/QuoteFields";
import { useQuoteForm } from "@/components/shop/useQuoteForm";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { bootstrap, type Language } from "@/lib/bootstrap";
import { useWorks } from "@/lib/shop/client";
import { useFilterInfo } from "@/lib/shop/filter";
import type { FilterInfo } from "@/lib/shop/types";
import s from "./Home.module.css";

function QuoteForm({ known }: { known: FilterInfo | null }) {
  const navigate = useNavigate();
  const title = useId();
  const works = useWorks();
  const { i18n } = useLingui();
  const ask = bootstrap.recipe.ask[i18n.locale as Language];
  const form = useQuoteForm(
    known && { zip: known.zip, dob: known.dob, gender: String(known.gender), tier: known.tier },
    {
      place: "banner",
      onSaved: () => void navigate("/plans"),
    },
  );
  return (
    <form ref={form.root} aria-labelledby={title} noValidate onSubmit={(event) => void form.submit(event)}>
      <div className={s.quoteT}>
        <h2 id={title}>
          {works ? <Trans>See the member's price</Trans> : ask || <Trans>See your price</Trans>}
        </h2>
        {!works && (
          <p className="small mute">
            <Trans>Four answers. No account, no phone call.</Trans>
          </p>
        )}
      </div>
      <ZipField form={form} prefix="banner" />
      <GenderField form={form} prefix="banner" />
      <TierField form={form} prefix="banner" className={s.fTier} />
      <DobField form={form} prefix="banner" className={s.fDob} />
      <Button type="submit" tone="primary" className={s.quoteSubmit} busy={form.busy}>
        <Trans>Submit</Trans>
      </Button>
      <CountyField form={form} prefix="banner" className={s.quoteCounty} />
      {form.problem && (
        <Banner tone="bad" live="alert" className={s.quoteProblem}>
          {form.problem}
        </Banner>
      )}
    </form>
  );
}

/** The four questions, prefilled while a quote runs. Once something was typed, a quote that arrives changes nothing. */
export function BannerForm() {
  const filter = useFilterInfo();
  const [begun, setBegun] = useState<"known" | "new" | null>(null);
  const known = filter.data ?? null;
  const shown = begun ?? (known ? "known" : "new");
  return (
    <div className={`wrap ${s.quote}`} onInput={() => setBegun(shown)}>
      <QuoteForm key={shown} known={known} />
    </div>
  );
}
