import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate } from "react-router";
import { FeaturedRow } from "@/components/shop/FeaturedRow";
import { Avatar } from "@/components/ui/Avatar";
import { Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { ApiError, api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import { PageHeading } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { ReferralForm } from "./ReferralForm";
import s from "./Referrals.module.css";
import { type Referral, rememberReferral } from "./remember";

function Referred({ referral }: { referral: Referral }) {
  const { t } = useLingui();
  const { brand } = bootstrap;
  const name = referral.referred_by;
  useEffect(() => rememberReferral(referral), [referral]);
  return (
    <>
      <div className={s.top}>
        <div className={`wrap ${s.columns}`}>
          <div className={s.copy}>
            <div className={s.by}>
              <Avatar name={name} />
              <p>
                <span className="small mute">
                  <Trans>Referred By</Trans>
                </span>
                <strong>{name}</strong>
              </p>
            </div>
            <PageHeading title={t`Referred by ${name}`}>
              <Trans>See your price at {brand.name}</Trans>
            </PageHeading>
            <p className="lead">
              <Trans>
                Compare plans side by side, see your price to the cent, and enroll in about ten minutes.
              </Trans>
            </p>
            <ul className={s.facts}>
              <li>
                <Icon name="check" />
                <Trans>Four questions. No account, no phone call.</Trans>
              </li>
              <li>
                <Icon name="check" />
                <Trans>{name} will be your rep when you enroll</Trans>
              </li>
              <li>
                <Icon name="check" />
                <Trans>Every fee is shown before you enroll</Trans>
              </li>
            </ul>
            <img className={`${s.art} only-d`} src={brand.hero} alt="" width={520} height={360} />
          </div>
          <Folder tab={<Trans>New member</Trans>} className={s.folder}>
            <ReferralForm />
          </Folder>
        </div>
      </div>
      <FeaturedRow />
    </>
  );
}

/** A link that credits a rep: who sent the visitor, and the four questions. A link nobody knows is no page. */
export default function ReferralsPage() {
  const [search] = useSearchParams();
  const rid = search.get("rid")?.trim() ?? "";
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["referral", rid],
    enabled: Boolean(rid),
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/api/v1/get-enrollment-info-referral", { referral_id: rid }, signal),
  });
  const late = error instanceof ApiError && (error.offline || error.status >= 500);
  if (!rid || (error && !late) || (data && !data.referred_by)) return <Navigate to="/404" replace />;
  if (data) {
    return (
      <main id="main">
        <Referred referral={data} />
      </main>
    );
  }
  return (
    <main id="main" className="wrap page">
      {error ? (
        <FailedRead onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Loading>
          <CardSkeleton lines={4} />
        </Loading>
      )}
    </main>
  );
}
