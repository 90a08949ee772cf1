import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { Navigate } from "react-router";
import { useOwnSession } from "@/components/session/SignInAgain";
import { Panel } from "@/components/ui/Card";
import { signInPath, useActor, useEnd } from "@/lib/actor";
import { withTexts } from "@/lib/i18n";
import { PageHeading, useHashPlace } from "@/lib/page";
import s from "./Account.module.css";
import { AdministratorsPanel } from "./AdministratorsPanel";
import { DailyEmailPanel } from "./DailyEmailPanel";
import { EmailPanel } from "./EmailPanel";
import { FactorPanel } from "./FactorPanel";
import { PasswordPanel } from "./PasswordPanel";
import { SessionsPanel } from "./SessionsPanel";

const PortraitPanel = lazy(() => import("./PortraitPanel"));
const ThemeSwitch = lazy(withTexts("footer", () => import("@/components/layout/ThemeSwitch")));

function ThemePanel() {
  const { t } = useLingui();
  return (
    <Panel title={t`Light or dark`} titleId="account-theme">
      <div className={s.form}>
        <p>
          <Trans>Saved in this browser. Printed pages, emails and the signature pad always stay light.</Trans>
        </p>
        <Suspense fallback={null}>
          <ThemeSwitch titled />
        </Suspense>
      </div>
    </Panel>
  );
}

/** The own account: who is signed in and with what, and where else. */
export default function AccountPage() {
  const { t } = useLingui();
  const actor = useActor();
  const end = useEnd();
  useHashPlace();
  const { data } = useOwnSession();
  if (actor.role === "visitor") return <Navigate to={signInPath("/account", end)} replace />;
  return (
    <main id="main" className={`wrap ${s.page}`}>
      <PageHeading title={t`Account and security`}>
        <Trans>Account and security</Trans>
      </PageHeading>
      <p>
        <Trans>
          Signed in as <strong>{actor.name}</strong>.
        </Trans>
        <br />
        {data?.email || "\u00a0"}
      </p>
      <PasswordPanel />
      <EmailPanel />
      {(actor.role === "rep" || actor.role === "group") && <DailyEmailPanel />}
      {actor.role !== "member" && <FactorPanel />}
      <SessionsPanel />
      <ThemePanel />
      {actor.role === "rep" && (
        <Suspense fallback={null}>
          <PortraitPanel />
        </Suspense>
      )}
      {actor.role === "group" && <AdministratorsPanel />}
    </main>
  );
}
