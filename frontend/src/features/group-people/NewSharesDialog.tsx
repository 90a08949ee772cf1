import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MonthSplit } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { Banner } from "@/components/ui/Banner";
import ActionDialog from "@/components/work/ActionDialog";
import { ApiError, api, messageOf } from "@/lib/api";
import { money } from "@/lib/format";
import s from "./GroupPeople.module.css";

const SHOWN = 10;
const POLL = 2_000;

function Amount({ before, after }: { before: MonthSplit; after: MonthSplit }) {
  const each = before.each_pay && after.each_pay ? ` (${before.each_pay} → ${after.each_pay})` : "";
  return (
    <span className="small num">
      {money(before.own)} → {money(after.own)}
      {each}
    </span>
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
  const done = begun - Math.min(left, begun);
  return (
    <ActionDialog
      key={begun}
      title={<Trans>New contributions</Trans>}
      why={
        <Trans>
          What {groupName} pays by now, brought to everyone from a month to come. Months that have begun stay
          as they are.
        </Trans>
      }
      action={<Trans>Use from this day</Trans>}
      busyText={t`Sending`}
      disabled={!shown || left === 0 || begun > 0}
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
            disabled={begun > 0}
            onChange={(event) => setDay(event.target.value)}
            options={(shown?.days ?? []).map((value) => ({ value, label: value }))}
          />
          <div aria-live="polite" className="stack-6">
            {begun > 0 && shown && (
              <>
                <progress className={s.progress} max={begun} value={done} aria-label={t`Plans written`} />
                <p className="small">
                  {left > 0 ? (
                    <Trans>
                      {done} of {begun} plans are written. You can close this: it goes on.
                    </Trans>
                  ) : (
                    <Trans>
                      All {begun} plans are written. The new amounts hold from {shown.day} on.
                    </Trans>
                  )}
                </p>
              </>
            )}
            {begun === 0 && shown && left === 0 && (
              <p className="small">
                <Trans>From {shown.day} on everyone has the present contributions already.</Trans>
              </p>
            )}
            {begun === 0 && shown && left > 0 && (
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
