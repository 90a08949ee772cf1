import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LeavingOrder, LeavingPreview, MonthSplit } from "@/client";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import ActionDialog from "@/components/work/ActionDialog";
import { useCanceledWords } from "@/components/work/canceled";
import { PastMonths } from "@/components/work/PastMonths";
import { confirmPreview, PreviewProblem } from "@/components/work/Previewed";
import { api } from "@/lib/api";
import { parseDay } from "@/lib/dates";
import { money } from "@/lib/format";
import { useSettled } from "@/lib/useSettled";
import s from "./Group.module.css";
import { mayLeave, type Person, usePeople } from "./reads";

const NAMES = ["member_id", "event", "happened_on"] as const;
type Name = (typeof NAMES)[number];

function Month({ label, split, groupName }: { label: string; split: MonthSplit; groupName: string }) {
  const { t } = useLingui();
  const rows = [
    [t`Premium`, split.premium],
    [t`${groupName} pays`, split.employer],
    [t`They pay`, split.own],
  ] as const;
  return (
    <div>
      <h3 className="small">{label}</h3>
      <dl className={s.facts}>
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{amount ? money(amount) : t`Not recorded`}</dd>
          </div>
        ))}
      </dl>
      {split.each_pay && <p className="xs mute">{split.each_pay}</p>}
    </div>
  );
}

/** The plans that end with day and reason, and the month before and after. */
function Ends({ shown }: { shown: LeavingPreview }) {
  const { t } = useLingui();
  const canceled = useCanceledWords();
  return (
    <div className="stack-6">
      {shown.last_day && (
        <p>
          <Trans>
            The last day of work of {shown.name} is {shown.last_day}.
          </Trans>
        </p>
      )}
      {shown.rows.length === 0 && (
        <p className="small">
          <Trans>No group plan continues, so nothing else ends.</Trans>
        </p>
      )}
      {shown.asks && <Banner tone="info">{shown.asks}</Banner>}
      <ul className={s.ends}>
        {shown.rows.map((row) => (
          <li key={row.policy_number}>
            {row.possible ? (
              <>
                <b>
                  {row.never_begins ? (
                    `${row.plan}: ${canceled(row)}`
                  ) : (
                    <Trans>
                      {row.plan} ends on {row.last_day}
                    </Trans>
                  )}
                </b>
                <span className="small">{[row.reason, row.falls_away].filter(Boolean).join(" ")}</span>
              </>
            ) : (
              <>
                <b>{row.plan}</b>
                <span className="small">{row.problem}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      <PastMonths rows={shown.rows} />
      {shown.dues && <p className="small">{shown.dues}</p>}
      {shown.possible && !shown.asks && (
        <p className="small">
          <Trans>You can undo this until midnight.</Trans>
        </p>
      )}
      {shown.possible && shown.rows.length > 0 && (
        <div className={s.months}>
          <Month label={t`A month now`} split={shown.before} groupName={shown.group_name} />
          <Month label={t`A month afterwards`} split={shown.after} groupName={shown.group_name} />
        </div>
      )}
    </div>
  );
}

/** What was reported. `waitsFor`: the store whose team has to agree first. */
export interface Left {
  name: string;
  memberId: number;
  orderId: string;
  waitsFor: string;
}

interface LeavingDialogProps {
  chosen: Person | null;
  onClose: () => void;
  onDone: (left: Left) => void;
}

const MOST = 100;

/** Read the people to choose from: the one pressed on the list, else all who work here, or a search's. */
function useCandidates(chosen: Person | null) {
  const [typed, setTyped] = useState("");
  const search = useSettled(typed);
  const matches = usePeople({ page: 1, perPage: MOST, search, show: "", day: "" });
  const [isLongList, setMany] = useState(false);
  const total = matches.data?.total ?? 0;
  if (total > MOST && !isLongList) setMany(true);
  const people = chosen ? [chosen] : (matches.data?.result ?? []).filter(mayLeave);
  return { people, typed, setTyped, many: isLongList && !chosen, more: total > MOST };
}

/** The report that a person leaves: day and reason, the server's preview, then the report itself. */
export default function LeavingDialog({ chosen, onClose, onDone }: LeavingDialogProps) {
  const { people, typed: sought, setTyped: setSought, many: isLongList, more } = useCandidates(chosen);
  const { t } = useLingui();
  const client = useQueryClient();
  const choices = useQuery({
    queryKey: ["leaving-choices"],
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/api/v1/get-leaving-choices", undefined, signal),
  });
  const [typed, setTyped] = useState<Record<Name, string>>({
    member_id: chosen ? String(chosen.member_id) : "",
    event: "",
    happened_on: "",
  });
  const [before, setBefore] = useState<LeavingPreview | null>(null);
  const events = choices.data?.events ?? [];
  const event = events.find((row) => row.key === typed.event) ?? events[0];
  const order: LeavingOrder = {
    member_id: Number(typed.member_id),
    event: event?.key ?? "",
    happened_on: typed.happened_on,
  };
  const complete = Boolean(typed.member_id && event && parseDay(typed.happened_on));
  const preview = useQuery({
    queryKey: ["leaving-preview", order],
    enabled: complete,
    queryFn: () => api.post("/api/v1/preview-leaving", order),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const shown = complete ? preview.data : undefined;

  const check = () => {
    const missing = NAMES.filter((name) => name !== "event" && !typed[name]);
    const wrong = Object.fromEntries(missing.map((name) => [name, t`Field is required`]));
    if (typed.happened_on && !parseDay(typed.happened_on)) wrong.happened_on = t`Please enter a valid date`;
    return Object.keys(wrong).length > 0 ? wrong : null;
  };
  const report = async () => {
    if (!shown) return;
    const confirmed = { ...order, digest: shown.digest };
    const readAgain = () => {
      setBefore(shown);
      return preview.refetch();
    };
    const done = await confirmPreview(() => api.post("/api/v1/report-leaving", confirmed), readAgain);
    void client.invalidateQueries({ queryKey: ["team-requests"] });
    await client.invalidateQueries({ queryKey: ["group-people"] });
    onDone({
      name: shown.name,
      memberId: order.member_id,
      orderId: done.order_id,
      waitsFor: done.waits_for,
    });
  };

  return (
    <ActionDialog
      title={chosen ? <Trans>End the employment of {chosen.name}</Trans> : <Trans>End employment</Trans>}
      action={shown?.asks ? <Trans>Ask our team</Trans> : <Trans>End employment</Trans>}
      keep={<Trans>Keep employed</Trans>}
      danger
      busyText={t`Sending`}
      disabled={complete && !shown?.possible}
      check={check}
      onSubmit={report}
      onClose={onClose}
    >
      {(errors, clear) => {
        const field = (name: Name) => ({
          id: `leaving-${name}`,
          name,
          value: typed[name],
          error: errors[name],
          onChange: (change: { target: { value: string } }) => {
            setTyped((all) => ({ ...all, [name]: change.target.value }));
            clear(name);
            setBefore(null);
          },
        });
        return (
          <div className="stack-6">
            {isLongList && (
              <TextField
                id="leaving-search"
                type="search"
                icon="search"
                label={t`Find a person`}
                hint={more ? t`Showing only the first ${MOST}. Type a name to find others.` : undefined}
                autoComplete="off"
                maxLength={80}
                value={sought}
                onChange={(change) => setSought(change.target.value)}
              />
            )}
            <SelectField
              {...field("member_id")}
              label={t`Who`}
              placeholder={t`Choose a person`}
              options={people.map((row) => ({ value: String(row.member_id), label: row.name }))}
            />
            {events.length > 1 && (
              <SelectField
                {...field("event")}
                value={event?.key ?? ""}
                label={t`Why`}
                options={events.map((row) => ({ value: row.key, label: row.name }))}
              />
            )}
            <DateField {...field("happened_on")} label={event?.happened ?? t`Day`} />
            {before && (
              <section aria-label={t`What you saw before`}>
                <h3>
                  <Trans>What you saw before</Trans>
                </h3>
                <Ends shown={before} />
              </section>
            )}
            <div aria-live="polite">
              {shown && (
                <>
                  {before && (
                    <h3>
                      <Trans>What would happen now</Trans>
                    </h3>
                  )}
                  <Ends shown={shown} />
                </>
              )}
            </div>
            <PreviewProblem error={preview.error} />
          </div>
        );
      }}
    </ActionDialog>
  );
}
