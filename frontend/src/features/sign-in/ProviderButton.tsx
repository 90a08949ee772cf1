import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { api } from "@/lib/api";
import { useSubmit } from "@/lib/useSubmit";
import { saveReturnPath } from "./returnTo";

/** The way to the brand's own identity provider, where it has one. */
export function ProviderButton({ next }: { next: string | null }) {
  const { t } = useLingui();
  const form = useSubmit({});
  const { data } = useQuery({
    queryKey: ["single-sign-on"],
    queryFn: () => api.get("/api/v1/session/sign-on"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const name = data?.name;
  if (!name) return null;
  const go = () =>
    form.submit({}, async () => {
      const { url } = await api.post("/api/v1/session/sign-on");
      saveReturnPath(next);
      location.assign(url);
    });
  const problem = form.items[0]?.message;
  return (
    <>
      <Button size="lg" block busy={form.busy} busyText={t`One moment`} onClick={() => void go()}>
        <Trans>Sign in with {name}</Trans>
      </Button>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
    </>
  );
}
