import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Administrator } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Dialog } from "@/components/ui/Dialog";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { ApiError, api } from "@/lib/api";
import { formatDay, today } from "@/lib/dates";
import s from "./Account.module.css";
import { InviteForm } from "./InviteForm";

const KEY = ["group-administrators"];
const CALLS = "/api/v1/group-administrators";

/** The group's administrators, who invite and remove each other. */
export function AdministratorsPanel() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<Administrator | null>(null);
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get(CALLS, {}, signal),
    retry: false,
  });
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const remove = useMutation({
    mutationFn: (row: Administrator) =>
      api.post(`${CALLS}/remove`, { administrator_id: row.administrator_id }),
    onSuccess: async () => {
      await refresh();
      toast(t`Access ended.`);
    },
    onSettled: () => setLeaving(null),
  });
  const mail = useMutation({
    mutationFn: ({ administrator_id, receives_mail }: Administrator) =>
      api.post(`${CALLS}/mail`, { administrator_id, receives_mail }),
    onSettled: refresh,
  });
  const rows = list.data?.result ?? [];
  const since = (row: Administrator) => formatDay(today(new Date(row.since)));
  const named = (row: Administrator) => row.name || row.email;
  const refused = remove.error instanceof ApiError ? remove.error.message : null;
  return (
    <Panel title={t`Administrators of your group`} titleId="account-administrators">
      <div className={s.form}>
        <p>
          <Trans>
            Administrators can view and enroll the group's people, each with their own sign-in. Anyone you
            remove is signed out right away.
          </Trans>
        </p>
        {refused && (
          <Banner tone="bad" live="alert">
            {refused}
          </Banner>
        )}
        {list.isPending && (
          <Loading>
            <SkeletonBar />
          </Loading>
        )}
        {list.isError && <FailedRead onRetry={() => void list.refetch()} />}
        {rows.length > 0 && (
          <ul className={s.rows}>
            {rows.map((row) => {
              const name = named(row);
              return (
                <li key={row.administrator_id} className={s.row}>
                  <div>
                    <p>
                      <strong>{name}</strong>
                    </p>
                    <p className="small mute">
                      {row.email}, <Trans>since {since(row)}</Trans>
                    </p>
                    <label className={s.mail}>
                      <input
                        type="checkbox"
                        checked={row.receives_mail}
                        disabled={mail.isPending}
                        onChange={(event) => mail.mutate({ ...row, receives_mail: event.target.checked })}
                      />
                      <span>
                        <Trans>Gets emails about applications</Trans>
                      </span>
                    </label>
                  </div>
                  <div className={s.buttons}>
                    {row.current && <Badge tone="ok">{t`You`}</Badge>}
                    {row.state === "invited" && <Badge tone="warn">{t`Invited`}</Badge>}
                    {row.state === "closed" && <Badge>{t`Account closed`}</Badge>}
                    {rows.length > 1 && (
                      <Button size="sm" aria-label={t`Remove: ${name}`} onClick={() => setLeaving(row)}>
                        <Trans>Remove</Trans>
                      </Button>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        )}
        {rows.length > 0 && <InviteForm onSent={refresh} />}
      </div>
      {leaving && (
        <Dialog
          title={<Trans>Remove {named(leaving)}?</Trans>}
          onClose={() => setLeaving(null)}
          footer={
            <>
              <Button onClick={() => setLeaving(null)}>
                <Trans>Cancel</Trans>
              </Button>
              <Button tone="primary" busy={remove.isPending} onClick={() => remove.mutate(leaving)}>
                <Trans>Remove</Trans>
              </Button>
            </>
          }
        >
          <p>
            {leaving.current ? (
              <Trans>You'll be signed out and will no longer manage the group.</Trans>
            ) : (
              <Trans>Access ends right away on every device. A new invitation restores it.</Trans>
            )}
          </p>
        </Dialog>
      )}
    </Panel>
  );
}
