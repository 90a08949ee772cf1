import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "react-router";
import { api } from "@/lib/api";
import { DeadEnd } from "./ExpiredLink";
import { StopEmails } from "./StopEmails";

/** The other link of the daily email, which turns it off. */
export default function StopDailyPage() {
  const { t } = useLingui();
  const { token = "" } = useParams();
  const stop = async () => {
    await api.post("/api/v1/stop-daily-email", { token });
    return <Trans>You can turn it on again under Account and security.</Trans>;
  };
  return (
    <StopEmails
      title={t`Turn off the daily email`}
      stopped={t`The daily email is off`}
      text={<Trans>We won't email you what there is to do each morning. Your list stays in the store.</Trans>}
      onStop={stop}
      invalid={() => (
        <DeadEnd
          title={t`Turn off the daily email`}
          heading={<Trans>This link is no longer valid.</Trans>}
          text={<Trans>Sign in and turn off the email under Account and security.</Trans>}
        />
      )}
    />
  );
}
