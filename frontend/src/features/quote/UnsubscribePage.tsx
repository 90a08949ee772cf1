import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "react-router";
import { api } from "@/lib/api";
import { ExpiredLink } from "./ExpiredLink";
import { StopEmails } from "./StopEmails";

/** The other link of a quote's email, which stops such emails. */
export default function UnsubscribePage() {
  const { t } = useLingui();
  const { token = "" } = useParams();
  const stop = async () => {
    const { email } = await api.post("/api/v1/unsubscribe-quotes", { token });
    return <Trans>We won't send any more quotes to {email}.</Trans>;
  };
  return (
    <StopEmails
      title={t`Stop quote emails`}
      stopped={t`Quote emails are off`}
      text={<Trans>We won't send any more quotes to this email address, no matter who requests them.</Trans>}
      onStop={stop}
      invalid={(message) => <ExpiredLink message={message} />}
    />
  );
}
