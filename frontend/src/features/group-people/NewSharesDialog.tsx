import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MonthSplit } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import ActionDialog from "@/components/work/ActionDialog";
import { ApiError, api, messageOf } from "@/lib/api";
import { money } from "@/lib/format";
import s from "./GroupPeople.module.css";

const SHOWN = 10;
const POLL = 2_000;

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

/** How many of the plans are written, by what the preview of the same day still lists. */
function Writing({
  day,
  begun,
  left,
  onClose,
}: {
  day: string;
  begun: number;
  left: number;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const done = begun - Math.min(left, begun);
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
        <progress className={s.progress} max={begun} value={done} aria-label={t`Plans written`} />
        <p className="small">
          {left > 0 ? (
            <Trans>
              Plans written: {done} of {begun}. You can close this: it goes on.
            </Trans>
          ) : (
            <Trans>Everything is written. The new amounts hold from {day} on.</Trans>
          )}
        </p>
      </div>
    </Dialog>
  );
}

/** The present contributions and classes, brought to the people of the group from a day on. */
export default function NewSharesDialog({ groupName, onClose }: { groupName: string; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [day, setDay] = useState("");
  const [begun, setBegun] = useState(0);
  const preview = useQuery({
    queryKey: ["new-shares", day],
    queryFn: ({ signal }) => api.get("/api/v1/get-new-shares", { day, per_page: SHOWN }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (begun && query.state.data?.total ? POLL : false),
    gcTime: 0,
  });
  const shown = preview.data;
  const left = shown?.total ?? 0;
  const write = async () => {
    if (!shown) return;
    try {
      const started = await api.post("/api/v1/apply-new-shares", { day: shown.day, digest: shown.digest });
      setDay(started.day);
      setBegun(started.policies);
    } catch (error) {
      if (error instanceof ApiError && error.errorCode === "changeDiffers") await preview.refetch();
      throw error;
    }
    await client.invalidateQueries({ queryKey: ["new-shares"] });
  };
  const close = () => {
    void client.invalidateQueries({ queryKey: ["group-people"] });
    onClose();
  };
  if (begun > 0) return <Writing day={day} begun={begun} left={left} onClose={close} />;
  return (
    <ActionDialog
      title={<Trans>New contributions</Trans>}
      why={
        <Trans>
          What {groupName} pays by now, brought to everyone from a month to come. Months that have begun stay
          as they are.
        </Trans>
      }
      action={<Trans>Use from this day</Trans>}
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
                <Trans>From {shown.day} on everyone has the present contributions already.</Trans>
              </p>
            )}
            {shown && left > 0 && (
              <>
                <p>{t`${plural(shown.people, { one: "# person is affected.", other: "# people are affected." })}`}</p>
                <dl className={s.facts}>
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
                <ul className={s.ends} aria-label={t`What each person pays a month, before and after`}>
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
          {preview.error && (
            <Banner tone="bad" live="alert">
              {messageOf(preview.error)}
            </Banner>
          )}
        </div>
      )}
    </ActionDialog>
  );
}
