import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { PasswordField } from "@/components/form/PasswordField";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { api } from "@/lib/api";
import { useShortForm } from "@/lib/useSubmit";
import { AccountForm } from "./AccountForm";

export function PasswordPanel() {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useShortForm(
    { password: t`Current password`, new_password: t`New password` },
    { verbatim: ["password", "new_password"] },
  );
  const send = form.onSubmit(async (values) => {
    const answer = await api.postEnvelope("/api/v1/account/password", values);
    void client.invalidateQueries({ queryKey: ["session"] });
    return answer;
  });
  return (
    <Panel title={t`Password`} titleId="account-password">
      <AccountForm form={form} onSubmit={send}>
        <PasswordField {...form.field("password")} autoComplete="current-password" />
        <PasswordField
          {...form.field("new_password")}
          hint={t`At least 12 characters. A few unrelated words are easy to remember.`}
          autoComplete="new-password"
        />
        <Button type="submit" busy={form.busy} busyText={t`Saving`}>
          <Trans>Change the password</Trans>
        </Button>
      </AccountForm>
    </Panel>
  );
}
