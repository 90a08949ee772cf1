import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { contact } from "@/lib/bootstrap";
import { ButtonAnchor } from "../ui/Button";
import { AccountEntry } from "./AccountEntry";
import { BrandLogo } from "./BrandLogo";
import { LanguageSwitch } from "./LanguageSwitch";
import s from "./Layouts.module.css";

export function SkipLink() {
  return (
    <a
      className="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        const main = document.getElementById("main");
        main?.setAttribute("tabindex", "-1");
        main?.focus();
      }}
    >
      <Trans>Skip to main content</Trans>
    </a>
  );
}

/** Logo, account, phone and the task: a long form has no store navigation. `children` sits before the phone. */
export function TaskHeader({ children }: { children?: ReactNode }) {
  const { t } = useLingui();
  const { phone, phoneHref, hours } = contact();
  return (
    <>
      <SkipLink />
      <header className={s.taskHeader}>
        <div className="wrap">
          <BrandLogo compact />
          <div className={s.taskTools}>
            {children}
            {hours && <span className="small mute only-d">{hours}</span>}
            <div className={s.account}>
              <AccountEntry />
            </div>
            <LanguageSwitch className={s.language} />
            {phone && (
              <ButtonAnchor
                size="sm"
                tone="quiet"
                icon="phone"
                href={phoneHref}
                aria-label={t`Call ${phone}`}
              >
                <span className="num only-d">{phone}</span>
              </ButtonAnchor>
            )}
          </div>
        </div>
      </header>
    </>
  );
}

export function TaskLayout() {
  return (
    <>
      <TaskHeader />
      <Outlet />
    </>
  );
}

/** Error pages: no header, no footer. */
export function BareLayout() {
  return <Outlet />;
}
