import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Panel } from "@/components/ui/Card";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { api } from "@/lib/api";
import s from "./Account.module.css";

const KEY = ["daily-email"];

/** The switch of the daily email, for those who have a list of work. */
export function DailyEmailPanel() {
  const { t } = useLingui();
  const client = useQueryClient();
  const choice = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get("/api/v1/get-daily-email", {}, signal),
  });
  const change = useMutation({
    mutationFn: (on: boolean) => api.post("/api/v1/set-daily-email", { on }),
    onSuccess: (saved) => {
      client.setQueryData(KEY, saved);
      toast(saved.on ? t`The daily email is on.` : t`The daily email is off.`);
    },
  });
  return (
    <Panel title={t`Daily email`} titleId="account-daily">
      <div className={s.form}>
        {choice.isPending && (
          <Loading>
            <SkeletonBar />
          </Loading>
        )}
        {choice.isError && <FailedRead onRetry={() => void choice.refetch()} />}
        {change.isError && <FailedRead onRetry={() => change.reset()} />}
        {choice.data && (
          <label className={s.check}>
            <input
              type="checkbox"
              checked={change.isPending ? change.variables : choice.data.on}
              disabled={change.isPending}
              onChange={(event) => change.mutate(event.target.checked)}
            />
            <span>
              <Trans>
                Email me each morning what there is to do. On days without anything, no email is sent.
              </Trans>
            </span>
          </label>
        )}
      </div>
    </Panel>
  );
}
