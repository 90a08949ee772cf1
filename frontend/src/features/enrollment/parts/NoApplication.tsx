import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import { wizardApi } from "../api";
import s from "../Enroll.module.css";
import type { Closure } from "../engine/wizard";

/** An application that this visit may not open any more: a code to the address on it brings its owner back. */
function EndedVisit({ id }: { id: string }) {
  const { t } = useLingui();
  const [state, setState] = useState<"ask" | "sending" | "sent">("ask");
  const [problem, setProblem] = useState("");

  const send = async () => {
    setState("sending");
    setProblem("");
    try {
      await wizardApi.sendCode(id);
      setState("sent");
    } catch (failure) {
      setProblem(messageOf(failure) || t`We could not send the code. Check your connection and try again.`);
      setState("ask");
    }
  };

  return (
    <main id="main" className={cx("wrap page", s.form)}>
      <PageHeading title={t`Enrollment`}>
        <Trans>Your session has ended</Trans>
      </PageHeading>
      <p>
        <Trans>
          To protect your information, we closed your application in this browser. Your answers are saved, and
          we can email a code to the address on your application.
        </Trans>
      </p>
      {state === "sent" && (
        <Banner tone="ok" live="status" title={<Trans>Check your email</Trans>}>
          <Trans>
            If there is an email address on this application, we've sent a code to it. Enter the code to
            continue.
          </Trans>
        </Banner>
      )}
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <div className="row">
        {state === "sent" ? (
          <ButtonLink tone="primary" to="/continue-enrollment">
            <Trans>Enter the code</Trans>
          </ButtonLink>
        ) : (
          <>
            <Button tone="primary" disabled={state === "sending"} onClick={() => void send()}>
              <Trans>Email me a code</Trans>
            </Button>
            <ButtonLink to="/continue-enrollment">
              <Trans>I have a code</Trans>
            </ButtonLink>
          </>
        )}
      </div>
    </main>
  );
}

/** No application here, one that this visitor may not open any more, or one that waited too long. */
export default function NoApplication({ id, closure }: { id: string; closure: Closure | null }) {
  const { t } = useLingui();
  if (closure === "expired") {
    return (
      <main id="main" className={cx("wrap page", s.form)}>
        <PageHeading title={t`Enrollment`}>
          <Trans>Your quote has expired. Please start again.</Trans>
        </PageHeading>
        <p>
          <Trans>Your cart still has your plans and the answers that affect prices.</Trans>
        </p>
        <div className="row">
          <ButtonLink tone="primary" to="/cart">
            <Trans>Go to the cart</Trans>
          </ButtonLink>
        </div>
      </main>
    );
  }
  if (closure) return <EndedVisit id={id} />;
  return (
    <main id="main" className={cx("wrap page", s.form)}>
      <PageHeading title={t`Enrollment`}>
        <Trans>There is no enrollment to continue</Trans>
      </PageHeading>
      <p>
        <Trans>
          Your answers are safe. Use your enrollment code to open them here, or start with your plans.
        </Trans>
      </p>
      <div className="row">
        <ButtonLink tone="primary" to="/continue-enrollment">
          <Trans>Continue a saved enrollment</Trans>
        </ButtonLink>
        <ButtonLink to="/cart">
          <Trans>Go to the cart</Trans>
        </ButtonLink>
      </div>
    </main>
  );
}
