import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { contact } from "@/lib/bootstrap";
import { ButtonAnchor } from "../ui/Button";
import { AccountEntry } from "./AccountEntry";
import { BrandLogo } from "./BrandLogo";
import { LanguageSwitch } from "./LanguageSwitch";
import { SkipLink } from "./Layouts";
import s from "./Layouts.module.css";

/** Logo, account, phone and the task: a long form has no store navigation. `children` sits before the phone. */
export function TaskHeader({ children }: { children?: ReactNode }) {
  const { i18n, t } = useLingui();
  const { phone, phoneHref, hours } = contact(i18n.locale);
  return (
    <>
      <SkipLink />
      <header className="site task">
        <div className={s.taskHeader}>
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
        </div>
      </header>
    </>
  );
}
