import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { GroupPerson } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { HelpLink } from "@/components/work/HelpLink";
import { confirmPreview } from "@/components/work/Previewed";
import { ApiError, api, messageOf } from "@/lib/api";
import { dollars } from "@/lib/format";
import { useSettled } from "@/lib/useSettled";
import { Effect } from "./Effect";
import s from "./Person.module.css";
import { refreshPerson } from "./reads";

/** What somebody's class and pay are, and from which day they are something else. */
export function WorkFacts({ person, onChange }: { person: GroupPerson; onChange: () => void }) {
  const { t } = useLingui();
  const { annual_salary: salary, later, weekly_hours: hours } = person;
  const missing = t`Not on record`;
  const split = person.person.split;
  const facts = [
    [t`Class`, person.person.class_name || missing, "class_name"],
    [t`Annual salary`, salary ? dollars(salary) : missing, "annual_salary"],
    [t`Hours a week`, hours || missing, "weekly_hours"],
    [t`Paid`, person.pay_period || missing, null],
    [t`From each paycheck`, split.each_pay || t`Nothing`, null],
  ] as const;
  return (
    <Panel
      titleId="work"
      title={<Trans>Class and pay</Trans>}
      aside={
        <Button size="sm" onClick={onChange}>
          <Trans>Change class or pay</Trans>
        </Button>
      }
    >
      <dl className={s.need}>
        {facts.map(([label, text, key]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">
              {text}
              {later
                .filter((row) => key && row[key])
                .map((row) => {
                  const value = key ? row[key] : "";
                  const then = key === "annual_salary" ? dollars(value) : value;
                  return (
                    <small key={row.day}>
                      <Trans>
                        {then} from {row.day}
                      </Trans>
                    </small>
                  );
                })}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

interface FormProps {
  person: GroupPerson;
  onClose: () => void;
  onSaved: (text: string) => void;
}

/** Class, pay and hours in one form with their first day; what it changes is shown before it can be saved. */
export function WorkForm({ person, onClose, onSaved }: FormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const usual = person.classes.find((row) => row.usual);
  const now = {
    class_id: String(person.class_id ?? usual?.id ?? ""),
    annual_salary: person.annual_salary ? dollars(person.annual_salary) : "",
    weekly_hours: person.weekly_hours,
  };
  const [typed, setTyped] = useState({ ...now, day: person.days[0] ?? "" });
  const [problem, setProblem] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const changed = (["class_id", "annual_salary", "weekly_hours"] as const).filter(
    (name) => typed[name].trim() !== now[name],
  );
  const order = useSettled(
    JSON.stringify({
      member_id: person.person.member_id,
      class_id: changed.includes("class_id") ? Number(typed.class_id) : null,
      annual_salary: changed.includes("annual_salary") ? typed.annual_salary : "",
      weekly_hours: changed.includes("weekly_hours") ? typed.weekly_hours : "",
      day: typed.day,
    }),
  );
  const preview = useQuery({
    queryKey: ["work-preview", order],
    enabled: changed.length > 0,
    queryFn: () => api.post("/api/v1/preview-work-change", JSON.parse(order)),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const failure = changed.length > 0 && preview.error instanceof ApiError ? preview.error : null;
  const errors = failure?.fieldErrors ?? {};
  const shown = changed.length > 0 && !failure ? preview.data : undefined;
  const field = (name: "class_id" | "annual_salary" | "weekly_hours" | "day") => ({
    id: `work-${name}`,
    name,
    value: typed[name],
    error: errors[name],
    onChange: (change: { target: { value: string } }) => {
      setTyped((all) => ({ ...all, [name]: change.target.value }));
      setProblem("");
      setTried(false);
    },
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || !shown || preview.isFetching) return;
    setBusy(true);
    setProblem("");
    try {
      const confirmed = { ...JSON.parse(order), digest: shown.digest };
      const done = await confirmPreview(() => api.post("/api/v1/change-work", confirmed), preview.refetch);
      client.setQueryData(["group-person", person.person.member_id], done.person);
      void refreshPerson(client);
      onSaved(shown.day);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const { first_name: name } = person;
  return (
    <Panel
      titleId="work"
      title={<Trans>Change class or pay</Trans>}
      aside={
        <HelpLink topic="person">
          <Trans>Help with class and pay</Trans>
        </HelpLink>
      }
    >
      <form className={s.form} noValidate onSubmit={(event) => void save(event)}>
        <div className={s.fields}>
          {person.classes.length > 0 && (
            <SelectField
              {...field("class_id")}
              label={t`Class`}
              {...(now.class_id ? {} : { placeholder: t`No class` })}
              options={person.classes.map((row) => ({ value: String(row.id), label: row.name }))}
            />
          )}
          <TextField
            {...field("annual_salary")}
            label={t`Annual salary`}
            inputMode="decimal"
            maxLength={20}
          />
          <TextField {...field("weekly_hours")} label={t`Hours a week`} inputMode="decimal" maxLength={10} />
          <SelectField
            {...field("day")}
            label={t`Starts on`}
            options={person.days.map((day) => ({ value: day, label: day }))}
          />
        </div>
        <div aria-live="polite">
          {shown && (
            <Effect
              title={<Trans>What this changes from {shown.day}</Trans>}
              effect={shown}
              name={name}
              nothing={<Trans>{name} has no plan of the group on that day, so no price changes.</Trans>}
            />
          )}
          {failure && Object.keys(errors).length === 0 && <Banner tone="bad">{messageOf(failure)}</Banner>}
        </div>
        {problem && (
          <Banner tone="bad" live="alert">
            {problem}
          </Banner>
        )}
        <div className="row">
          <Button
            type="submit"
            tone="primary"
            busy={busy}
            busyText={t`Saving`}
            blocked={!shown}
            aria-describedby="work-blocked"
          >
            <Trans>Save class and pay</Trans>
          </Button>
          <Button tone="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <span id="work-blocked" className="small mute" role="status">
            {changed.length === 0 && <Trans>Nothing changed yet.</Trans>}
            {tried && changed.length > 0 && preview.isFetching && (
              <Trans>Calculating. Try again in a moment.</Trans>
            )}
          </span>
        </div>
      </form>
    </Panel>
  );
}
