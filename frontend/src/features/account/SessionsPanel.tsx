import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "@/components/ui/Badge";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { api } from "@/lib/api";
import { formatMoment } from "@/lib/dates";
import s from "./Account.module.css";

const KEY = ["session", "list"];

/** The account's sessions, each with a way to end it. */
export function SessionsPanel() {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get("/api/v1/account/sessions", {}, signal),
  });
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id
        ? api.post("/api/v1/account/sessions/end", { session_id: id })
        : api.post("/api/v1/account/sessions/end-others"),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEY });
      toast(t`Signed out on that device.`);
    },
  });
  const rows = list.data?.result ?? [];
  const others = rows.filter((row) => !row.current).length;
  const when = (text: string) => formatMoment(new Date(text), i18n.locale);
  return (
    <Panel title={t`Where you're signed in`} titleId="account-sessions">
      <div className={s.form}>
        {list.isPending && (
          <Loading>
            <SkeletonBar />
          </Loading>
        )}
        {list.isError && <FailedRead onRetry={() => void list.refetch()} />}
        {rows.length > 0 && (
          <ul className={s.rows}>
            {rows.map((row) => {
              const device = row.device || t`Unknown device`;
              return (
                <li key={row.session_id} className={s.row}>
                  <div>
                    <p>
                      <strong>{device}</strong>
                    </p>
                    <p className="small mute">
                      <Trans>Last active {when(row.seen_at)}</Trans>
                    </p>
                  </div>
                  {row.current ? (
                    <Badge tone="ok">{t`This device`}</Badge>
                  ) : (
                    <Button
                      size="sm"
                      aria-label={t`Sign out: ${device}`}
                      busy={end.isPending && end.variables === row.session_id}
                      onClick={() => end.mutate(row.session_id)}
                    >
                      <Trans>Sign out</Trans>
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {others > 0 && (
          <Button busy={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )}
      </div>
    </Panel>
  );
}
