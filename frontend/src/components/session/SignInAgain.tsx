import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { signInPath } from "@/lib/actor";
import { api, messageOf } from "@/lib/api";

export const OWN_SESSION = ["session", "me"];

/** The signed-in person, with what proves that a change is their own. */
export function useOwnSession() {
  return useQuery({
    queryKey: OWN_SESSION,
    queryFn: ({ signal }) => api.get("/api/v1/session/me", {}, signal),
  });
}

/** For an account without a password: a link to the account's own address. The children say what for. */
export function SignInAgain({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { data: account } = useOwnSession();
  const { pathname } = useLocation();
  const [sent, setSent] = useState("");
  const [busy, setBusy] = useState(false);
  const email = account?.email ?? "";
  const send = async () => {
    setBusy(true);
    try {
      const answer = await api.postEnvelope("/api/v1/session/link", { email });
      setSent(answer?.message ?? "");
    } catch (error) {
      setSent(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Banner
      live="status"
      action={
        email && (
          <>
            <Button size="sm" busy={busy} busyText={t`Sending`} onClick={() => void send()}>
              <Trans>Email me a link</Trans>
            </Button>
            <ButtonLink size="sm" tone="quiet" to={signInPath(pathname)}>
              <Trans>Other ways to sign in</Trans>
            </ButtonLink>
          </>
        )
      }
    >
      {sent || children}
    </Banner>
  );
}
