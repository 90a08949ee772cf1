import { Trans, useLingui } from "@lingui/react/macro";
import { PasswordField } from "@/components/form/PasswordField";
import { TextField } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { api } from "@/lib/api";
import { useShortForm } from "@/lib/useSubmit";
import { AccountForm } from "./AccountForm";

export function EmailPanel() {
  const { t } = useLingui();
  const form = useShortForm(
    { email: t`New email address`, password: t`Current password` },
    { prefix: "mail-", verbatim: ["password"] },
  );
  const send = form.onSubmit((values) => api.postEnvelope("/api/v1/account/email", values));
  return (
    <Panel title={t`Email address`} titleId="account-email">
      <AccountForm form={form} onSubmit={send}>
        <TextField
          {...form.field("email")}
          hint={t`We'll email a link to confirm. We'll also notify your old address.`}
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <PasswordField {...form.field("password")} autoComplete="current-password" />
        <Button type="submit" busy={form.busy} busyText={t`Sending`}>
          <Trans>Send the link</Trans>
        </Button>
      </AccountForm>
    </Panel>
  );
}
