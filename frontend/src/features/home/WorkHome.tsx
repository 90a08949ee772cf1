import { Trans, useLingui } from "@lingui/react/macro";
import { FeaturedRow } from "@/components/shop/FeaturedRow";
import { QuoteContext } from "@/components/shop/QuoteContext";
import { Breadcrumb, useTrail } from "@/components/ui/Breadcrumb";
import { PageHeading } from "@/lib/page";
import { useClientFullName } from "@/lib/shop/client";
import { BannerForm } from "./BannerForm";
import s from "./Home.module.css";

/** The front page of a rep or group administrator: for whom and where, and the four questions about that person. */
export default function WorkHome() {
  const { t } = useLingui();
  const trail = useTrail();
  const client = useClientFullName();
  const heading = client ? t`Plans for ${client}` : t`Plans for a new client`;
  return (
    <main id="main">
      <div className={`wrap page ${s.workHead}`}>
        <Breadcrumb crumbs={[...trail, { label: heading }]} />
        <div className="page-head">
          <div>
            <PageHeading title={heading}>{heading}</PageHeading>
            <p>
              <Trans>Answer four questions about the client to see plans and prices.</Trans>
            </p>
          </div>
        </div>
        <QuoteContext ask />
      </div>
      <div className={`wrap ${s.work}`}>
        <BannerForm />
      </div>
      <FeaturedRow />
    </main>
  );
}
