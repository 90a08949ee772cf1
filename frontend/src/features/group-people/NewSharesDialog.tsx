import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { MonthSplit, SharesStarted } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import ActionDialog from "@/components/work/ActionDialog";
import group from "@/components/work/group/Group.module.css";
import { confirmPreview, PreviewProblem } from "@/components/work/Previewed";
import { api } from "@/lib/api";
import { money } from "@/lib/format";
import s from "./GroupPeople.module.css";

const SHOWN = 10;
const POLL = 10_000;
const MOST_POLLS_WITHOUT_PROGRESS = 30;

function Amount({ before, after }: { before: MonthSplit; after: MonthSplit }) {
  return (
    <>
      <span className="small">
        {money(before.own)} → {money(after.own)}
      </span>
      {before.each_pay && after.each_pay && (
        <span className="xs mute">
          {before.each_pay} → {after.each_pay}
        </span>
      )}
    </>
  );
}

/** The count of plans that are updated, until all are, or nothing has moved for five minutes. */
function Writing({ started, onClose }: { started: SharesStarted; onClose: () => void }) {
  const { t } = useLingui();
  const { day, policies: begun } = started;
  const idle = useRef({ counted: 0, polls: 0 });
  const progress = useQuery({
    queryKey: ["new-shares-progress", started.order],
    queryFn: async ({ signal }) => {
      const counts = await api.get("/api/v1/get-new-shares-progress", { order: started.order }, signal);
      const counted = counts.written + counts.left;
      idle.current = { counted, polls: counted > idle.current.counted ? 0 : idle.current.polls + 1 };
      return { ...counts, stalled: idle.current.polls > MOST_POLLS_WITHOUT_PROGRESS };
    },
    refetchInterval: (query) => {
      const data = query.state.data;
      return data && (data.stalled || data.written + data.left >= begun) ? false : POLL;
    },
    gcTime: 0,
  });
  const { written: done, left, stalled } = progress.data ?? { written: 0, left: 0, stalled: false };
  const over = done + left >= begun;
  return (
    <Dialog
      title={<Trans>New contributions</Trans>}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className="stack-6" aria-live="polite">
        <progress className={s.progress} max={begun} value={done} aria-label={t`Plans updated`} />
        <p className="small">
          {over && left === 0 && (
            <Trans>
              The new amounts start on {day}. We're sending a letter to each person whose amounts change.
            </Trans>
          )}
          {!over && !stalled && (
            <Trans>
              Plans updated: {done} of {begun}. You can close this window; we'll keep going.
            </Trans>
          )}
          {!over && stalled && (
            <Trans>
              Plans updated: {done} of {begun}. This is taking longer than usual; you can close this window
              and check back later.
            </Trans>
          )}
        </p>
        {left > 0 && (
          <Banner tone="warn">
            <Trans>
              Plans that keep their amounts: {left}, because contributions, classes, or coverage changed after
              you confirmed. Open New contributions again to see the current amounts.
            </Trans>
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

/** The present contributions and classes, brought to the people of the group from a day on. */
export default function NewSharesDialog({ groupName, onClose }: { groupName: string; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [day, setDay] = useState("");
  const [started, setStarted] = useState<SharesStarted>();
  const preview = useQuery({
    queryKey: ["new-shares", day],
    queryFn: ({ signal }) => api.get("/api/v1/get-new-shares", { day, per_page: SHOWN }, signal),
    placeholderData: keepPreviousData,
    enabled: !started,
    gcTime: 0,
  });
  const shown = preview.data;
  const left = shown?.total ?? 0;
  const write = async () => {
    if (!shown) return;
    const confirmed = { day: shown.day, digest: shown.digest };
    setStarted(await confirmPreview(() => api.post("/api/v1/apply-new-shares", confirmed), preview.refetch));
  };
  const close = () => {
    void client.invalidateQueries({ queryKey: ["group-people"] });
    onClose();
  };
  if (started) return <Writing started={started} onClose={close} />;
  return (
    <ActionDialog
      title={<Trans>New contributions</Trans>}
      why={
        <Trans>
          Apply what {groupName} pays now to everyone, starting with a later month. We'll send a letter to
          each person whose amounts change.
        </Trans>
      }
      action={<Trans>Apply contributions</Trans>}
      busyText={t`Sending`}
      disabled={left === 0}
      onSubmit={write}
      onClose={close}
    >
      {() => (
        <div className="stack-6">
          <SelectField
            id="shares-day"
            name="day"
            label={t`From`}
            value={day || shown?.day || ""}
            onChange={(event) => setDay(event.target.value)}
            options={(shown?.days ?? []).map((value) => ({ value, label: value }))}
          />
          <div aria-live="polite" className="stack-6">
            {shown && left === 0 && (
              <p className="small">
                <Trans>Everyone already has the current contributions from {shown.day} on.</Trans>
              </p>
            )}
            {shown && left > 0 && (
              <>
                <p>{t`${plural(shown.people, { one: "# person is affected.", other: "# people are affected." })}`}</p>
                <dl className={group.facts}>
                  <div>
                    <dt>{t`${groupName} pays a month`}</dt>
                    <dd className="num">
                      {money(shown.before.employer)} → {money(shown.after.employer)}
                    </dd>
                  </div>
                  <div>
                    <dt>
                      <Trans>They pay a month</Trans>
                    </dt>
                    <dd className="num">
                      {money(shown.before.own)} → {money(shown.after.own)}
                    </dd>
                  </div>
                </dl>
                <ul className={group.ends} aria-label={t`What each person pays a month, before and after`}>
                  {(shown.result ?? []).map((row) => (
                    <li key={row.policy_number}>
                      <b>
                        {row.name}, {row.plan}
                      </b>
                      <Amount before={row.before} after={row.after} />
                    </li>
                  ))}
                </ul>
                {left > SHOWN && (
                  <p className="small mute">
                    {t`${plural(left - SHOWN, { one: "And # more plan", other: "And # more plans" })}`}
                  </p>
                )}
              </>
            )}
          </div>
          <PreviewProblem error={preview.error} />
        </div>
      )}
    </ActionDialog>
  );
}
