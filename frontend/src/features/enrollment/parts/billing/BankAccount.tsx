import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import s from "./Billing.module.css";
import { CheckPicture } from "./CheckPicture";

/** The fields of a new account, in the order of the check that shows where its numbers stand. */
export function BankAccount({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Folder
      headingId="bank-account"
      tab={
        <>
          <Icon name="bank" />
          {title}
        </>
      }
    >
      <div className={s.account}>
        <CheckPicture />
        {children}
        <div className={s.safe}>
          <Icon name="lock" />
          <div>
            <p>
              <Trans>
                <strong>Your account number is encrypted as soon as you press Next.</strong> After that only
                the last four digits are shown.
              </Trans>
            </p>
            <p>
              <Trans>
                If you reload this page before Next, type it again. We'll keep the routing number and bank.
              </Trans>
            </p>
          </div>
        </div>
      </div>
    </Folder>
  );
}
