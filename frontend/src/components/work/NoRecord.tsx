import { Trans, useLingui } from "@lingui/react/macro";
import { PageHeading } from "@/lib/page";
import { ButtonLink } from "../ui/Button";
import { Empty } from "../ui/State";

/** Accounts are good for every store; a rep, group or member belongs to some of them. */
export function NoRecord() {
  const { t } = useLingui();
  return (
    <>
      <PageHeading title={t`Home`} className="sr">
        {t`Home`}
      </PageHeading>
      <Empty
        title={<Trans>Your account belongs to another store</Trans>}
        action={
          <ButtonLink size="sm" to="/plans">
            <Trans>See plans</Trans>
          </ButtonLink>
        }
      >
        <Trans>You are signed in, but we have no record of you in this store.</Trans>
      </Empty>
    </>
  );
}
