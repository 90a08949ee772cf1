import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation, useParams } from "react-router";
import { ButtonLink } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { DetailsList, useMemberDetails } from "@/components/work/MemberDetails";
import { WorkMain } from "@/components/work/WorkMain";
import { ApiError } from "@/lib/api";
import { PageHeading } from "@/lib/page";
import { Change } from "./ChangePage";
import s from "./Details.module.css";
import { OwnerProvider } from "./owner";
import { useCoverage } from "./reads";

interface ClientChangeProps {
  /** The address that a person's number and `/change` follow. */
  of: string;
  /** Where it is opened from, without a filter of a list. */
  back: (memberId: string) => string;
}

function Missing({ back }: { back: string }) {
  const { t } = useLingui();
  return (
    <>
      <PageHeading title={t`Report a life event`}>
        <Trans>Report a life event</Trans>
      </PageHeading>
      <Empty
        title={<Trans>This person is not one of yours</Trans>}
        action={
          <ButtonLink size="sm" to={back}>
            <Trans>Go back</Trans>
          </ButtonLink>
        }
      >
        <Trans>You can report changes only for people you manage.</Trans>
      </Empty>
    </>
  );
}

function ChangeOrMissing({ back, memberId }: { back: string; memberId: number }) {
  const coverage = useCoverage();
  const { error } = coverage;
  if (error instanceof ApiError && error.status === 404) return <Missing back={back} />;
  return (
    <>
      <Change />
      <OnRecord memberId={memberId} />
    </>
  );
}

/** The record of the person whose change is reported. */
function OnRecord({ memberId }: { memberId: number }) {
  const { data: details } = useMemberDetails(memberId);
  if (!details) return null;
  return (
    <section className={s.onRecord} aria-labelledby="on-record">
      <h2 id="on-record">
        <Trans>On record</Trans>
      </h2>
      <DetailsList
        details={details}
        facts={["name", "birth_date", "home_address", "mailing_address", "phone", "email"]}
      />
    </section>
  );
}

/** Something changed in the life of a rep's client or of somebody in a group, reported for them. */
export default function ClientChange({ of, back }: ClientChangeProps) {
  const { memberId = "" } = useParams();
  const location = useLocation();
  const [from] = useState(() => (location.state as { from?: string } | null)?.from ?? back(memberId));
  const id = /^[1-9]\d{0,8}$/.test(memberId) ? Number(memberId) : 0;
  return (
    <WorkMain>
      {id === 0 ? (
        <Missing back={from} />
      ) : (
        <OwnerProvider key={id} owner={{ memberId: id, path: `${of}/${id}/change`, back: from }}>
          <ChangeOrMissing back={from} memberId={id} />
        </OwnerProvider>
      )}
    </WorkMain>
  );
}
