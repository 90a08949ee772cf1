import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { categoryLabel } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { useClientFullName, useWorks } from "@/lib/shop/client";
import { useFilterInfo, useQuoteId } from "@/lib/shop/filter";
import s from "./Plans.module.css";

// Arrives while the plans are asked for.
const HeadPicture = lazy(() => import("@/components/art/HeadPicture"));
const SavePlans = lazy(withTexts("quoted", () => import("@/components/shop/SavePlans")));

function useHeading(picked: string[], tier: string | undefined): string {
  const { t, i18n } = useLingui();
  const works = useWorks();
  const client = useClientFullName();
  const [only] = picked;
  const category = picked.length === 1 && only ? i18n._(categoryLabel(only)) : "";
  if (category) return client ? t`${category} for ${client}` : category;
  if (works && tier) return client ? t`Plans for ${client}` : t`Plans for a new client`;
  if (tier === "IO") return t`Plans for you`;
  if (tier === "IS") return t`Plans for you and your spouse`;
  if (tier === "IC") return t`Plans for you and your children`;
  return tier === "IF" ? t`Plans for your family` : t`Plans`;
}

interface LeadProps {
  all: number | undefined;
  priced: number | undefined;
  quoted: boolean;
  note: string;
}

/** Counts come with the plans; what is said before a quote stands there first. */
function Lead({ all, priced, quoted, note }: LeadProps) {
  const { t } = useLingui();
  const works = useWorks();
  if (!quoted) {
    return (
      <p className={s.lead}>
        {all !== undefined && <>{t`${plural(all, { one: "# plan", other: "# plans" })}`}. </>}
        {works ? (
          <Trans>Answer four questions about the client to see prices to the cent.</Trans>
        ) : (
          <Trans>Answer four questions to see your price to the cent.</Trans>
        )}
      </p>
    );
  }
  if (priced === undefined) return <p className={s.lead} />;
  return (
    <p className={s.lead}>
      {works
        ? t`${plural(priced, { one: "# plan has a price.", other: "# plans have a price." })}`
        : t`${plural(priced, { one: "# plan is priced for you.", other: "# plans are priced for you." })}`}{" "}
      <span className="only-d">
        {works ? (
          <Trans>Prices are monthly and include everyone to be covered.</Trans>
        ) : (
          <Trans>Prices are monthly and include everyone you want covered.</Trans>
        )}{" "}
      </span>
      {note}
    </p>
  );
}

interface HeadProps {
  picked: string[];
  all: number | undefined;
  priced: number | undefined;
  note: string;
}

/** The page's heading, how many plans there are, and the way to keep them. */
export function PlansHead({ picked, all, priced, note }: HeadProps) {
  const filter = useFilterInfo();
  const running = Boolean(useQuoteId());
  const works = useWorks();
  const quoted = Boolean(filter.data);
  const heading = useHeading(picked, filter.data?.tier);
  const [category = ""] = picked;
  const hasPicture = picked.length === 1;
  return (
    <div className={cx("page-head", running && s.quoted, hasPicture && running && !works && s.pictured)}>
      <div>
        <PageHeading title={heading}>{heading}</PageHeading>
        {filter.isLoading ? (
          <p className={s.lead} />
        ) : (
          <Lead all={all} priced={priced} quoted={quoted} note={note} />
        )}
      </div>
      {hasPicture && (
        <Suspense fallback={null}>
          <HeadPicture category={category} of="list" />
        </Suspense>
      )}
      {running && !works && (
        <div className={cx(s.save, "only-d")}>
          <Suspense fallback={null}>{quoted && <SavePlans />}</Suspense>
        </div>
      )}
    </div>
  );
}
