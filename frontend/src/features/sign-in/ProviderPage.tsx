import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Banner } from "@/components/ui/Banner";
import { ButtonLink } from "@/components/ui/Button";
import { Loading, SkeletonBar } from "@/components/ui/State";
import type { Actor } from "@/lib/actor";
import { ApiError, api } from "@/lib/api";
import { homeOf } from "@/lib/home";
import { useSearchParams } from "@/lib/router";
import { adoptSession, ownPath, ticketOf } from "@/lib/sign-in";
import { CodeForm } from "./CodeForm";
import { TaskPage } from "./parts";
import { takeReturnPath } from "./returnTo";
import s from "./SignIn.module.css";

/** The page to which the brand's identity provider returns the browser. */
export default function ProviderPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [ticket, setTicket] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef(false);
  const done = (actor: Actor) => navigate(ownPath(takeReturnPath()) ?? homeOf(actor.role), { replace: true });
  const finish = async () => {
    const callback = { code: search.get("code") ?? "", state: search.get("state") ?? "" };
    // What proves the sign-in is in no address that is kept or shared.
    history.replaceState(history.state, "", location.pathname);
    if (!callback.code || !callback.state) return setProblem(t`You weren't signed in on that device.`);
    try {
      await done(await adoptSession(await api.post("/api/v1/session/sign-on/confirm", callback)));
    } catch (error) {
      const next = ticketOf(error);
      if (next) setTicket(next);
      else
        setProblem(
          (error instanceof ApiError && error.message) || t`We could not reach the server. Please try again.`,
        );
    }
  };
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void finish();
  });
  return (
    <TaskPage title={t`Sign in`}>
      {ticket && <CodeForm ticket={ticket} onDone={(actor) => void done(actor)} />}
      {problem && (
        <>
          <Banner tone="bad" live="alert">
            {problem}
          </Banner>
          <div className={s.buttons}>
            <ButtonLink to="/sign-in" tone="primary">
              <Trans>Back to sign in</Trans>
            </ButtonLink>
          </div>
        </>
      )}
      {!ticket && !problem && (
        <Loading>
          <SkeletonBar />
        </Loading>
      )}
    </TaskPage>
  );
}
