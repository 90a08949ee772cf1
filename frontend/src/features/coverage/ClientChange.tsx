import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation, useParams } from "react-router";
import { ButtonLink } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { WorkMain } from "@/components/work/WorkMain";
import { ApiError } from "@/lib/api";
import { PageHeading } from "@/lib/page";
import { Change } from "./ChangePage";
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
      <PageHeading title={t`Something changed`}>
        <Trans>Something changed</Trans>
      </PageHeading>
      <Empty
        title={<Trans>This person is not one of yours</Trans>}
        action={
          <ButtonLink size="sm" to={back}>
            <Trans>Go back</Trans>
          </ButtonLink>
        }
      >
        <Trans>You report changes of people of your own.</Trans>
      </Empty>
    </>
  );
}

function ChangeOrMissing({ back }: { back: string }) {
  const coverage = useCoverage();
  const { error } = coverage;
  return error instanceof ApiError && error.status === 404 ? <Missing back={back} /> : <Change />;
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
          <ChangeOrMissing back={from} />
        </OwnerProvider>
      )}
    </WorkMain>
  );
}
