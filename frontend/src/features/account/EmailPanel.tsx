import { Trans, useLingui } from "@lingui/react/macro";
import { EmailChange } from "@/components/session/EmailChange";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { AccountForm } from "./AccountForm";

export function EmailPanel() {
  const { t } = useLingui();
  return (
    <Panel title={t`Email address`} titleId="account-email">
      <EmailChange
        prefix="mail-"
        frame={({ form, onSubmit, blocked, children }) => (
          <AccountForm form={form} onSubmit={onSubmit}>
            {children}
            <Button type="submit" busy={form.busy} busyText={t`Sending`} disabled={blocked}>
              <Trans>Send the link</Trans>
            </Button>
          </AccountForm>
        )}
      />
    </Panel>
  );
}
