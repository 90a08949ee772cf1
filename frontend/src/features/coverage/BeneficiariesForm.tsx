import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { MemberCoverage } from "@/client";
import { Checkbox } from "@/components/form/Choices";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { ApiError, api, messageOf } from "@/lib/api";
import s from "./Designations.module.css";
import { useKeepCoverage } from "./reads";

type Designation = MemberCoverage["designations"][number];
interface Row {
  key: number;
  name: string;
  relationship: string;
  share: string;
  minor: boolean;
  trustee: string;
}

const WHOLE = 100;
const MOST = 10;
const NOBODY = { name: "", relationship_key: "", share: String(WHOLE), trustee: "", needs_trustee: false };

/** Shares that are as even as whole per cents get, the first ones larger. */
const evenShares = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    String(Math.floor(WHOLE / count) + (place < WHOLE % count ? 1 : 0)),
  );

interface FormProps {
  row: Designation;
  onClose: (message?: string) => void;
}

/** Who receives a benefit, and how much of it: the shares add up to 100%. */
export function BeneficiariesForm({ row, onClose }: FormProps) {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const { data: choices = [] } = useQuery({
    queryKey: ["beneficiary-relationships"],
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/api/v1/get-beneficiary-relationships", undefined, signal),
  });
  const [rows, setRows] = useState<Row[]>(() =>
    (row.people.length > 0 ? row.people : [NOBODY]).map((person, key) => ({
      key,
      name: person.name,
      relationship: person.relationship_key,
      share: String(Number(person.share)),
      minor: person.trustee !== "" || person.needs_trustee,
      trustee: person.trustee,
    })),
  );
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const isPerson = ({ relationship }: Row) =>
    choices.find(({ value }) => String(value) === relationship)?.is_person ?? true;
  const total = rows.reduce((sum, { share }) => sum + (Number(share) || 0), 0);
  const change = (key: number, part: Partial<Row>) => {
    setErrors({});
    setRows((before) => before.map((other) => (other.key === key ? { ...other, ...part } : other)));
  };
  const split = () => {
    const shares = evenShares(rows.length);
    setErrors({});
    setRows((before) => before.map((other, place) => ({ ...other, share: shares[place] ?? "" })));
  };
  const add = () =>
    setRows((before) => [
      ...before,
      {
        key: Math.max(-1, ...before.map(({ key }) => key)) + 1,
        name: "",
        relationship: "",
        share: "",
        minor: false,
        trustee: "",
      },
    ]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem("");
    const missing = Object.fromEntries(
      rows.flatMap((person, place) => [
        ...(person.relationship ? [] : [[`people.${place}.relationship`, t`Field is required`]]),
        ...(/^[1-9]\d{0,2}$/.test(person.share.trim())
          ? []
          : [[`people.${place}.share`, t`Enter a whole number from 1 to 100.`]]),
      ]),
    );
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    if (total !== WHOLE) return setProblem(t`The shares add up to ${total}%. They need to be 100%.`);
    setBusy(true);
    try {
      const people = rows.map(({ key: _key, share, ...person }) => ({ ...person, share: Number(share) }));
      const body = { policy_number: row.policy_number, people };
      const answer = await api.postEnvelope("/api/v1/designate-beneficiaries", body);
      if (answer?.data) keep(answer.data);
      onClose(answer?.message);
    } catch (error) {
      if (error instanceof ApiError) {
        const { fieldErrors } = error;
        setErrors(fieldErrors);
        // A child on record is under 18, whatever the form says.
        setRows((before) =>
          before.map((person, place) =>
            fieldErrors[`people.${place}.trustee`] ? { ...person, minor: true } : person,
          ),
        );
      }
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const prefix = `benef-${row.policy_number}`;
  return (
    <form className={s.form} noValidate onSubmit={(event) => void submit(event)}>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      {rows.map((person, place) => {
        const who = person.name || String(place + 1);
        return (
          <fieldset key={person.key}>
            <legend className="sr">
              <Trans>Beneficiary {who}</Trans>
            </legend>
            <TextField
              id={`${prefix}-${person.key}-name`}
              label={t`Full name`}
              value={person.name}
              error={errors[`people.${place}.name`]}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => change(person.key, { name: event.target.value })}
            />
            <SelectField
              id={`${prefix}-${person.key}-relationship`}
              label={t`Relationship`}
              value={person.relationship}
              error={errors[`people.${place}.relationship`]}
              placeholder={t`Select`}
              options={choices.map(({ value, name }) => ({ value: String(value), label: name }))}
              onChange={(event) => change(person.key, { relationship: event.target.value })}
            />
            <TextField
              id={`${prefix}-${person.key}-share`}
              label={t`Share`}
              value={person.share}
              error={errors[`people.${place}.share`]}
              unit="%"
              inputMode="numeric"
              maxLength={3}
              onChange={(event) => change(person.key, { share: event.target.value })}
            />
            {isPerson(person) && (
              <Checkbox
                id={`${prefix}-${person.key}-minor`}
                label={t`Under 18`}
                small
                checked={person.minor}
                onChange={(event) => change(person.key, { minor: event.target.checked })}
              />
            )}
            {isPerson(person) && person.minor && (
              <TextField
                id={`${prefix}-${person.key}-trustee`}
                label={t`Trustee's full name`}
                hint={t`An adult who receives this share until the child is 18.`}
                value={person.trustee}
                error={errors[`people.${place}.trustee`]}
                maxLength={120}
                autoComplete="off"
                onChange={(event) => change(person.key, { trustee: event.target.value })}
              />
            )}
            {rows.length > 1 && (
              <Button
                size="sm"
                tone="quiet"
                aria-label={t`Remove ${who}`}
                onClick={() => setRows((before) => before.filter(({ key }) => key !== person.key))}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </fieldset>
        );
      })}
      <p aria-live="polite">
        <b>
          <Trans>Total: {total}%</Trans>
        </b>
      </p>
      <div className={s.answers}>
        {rows.length < MOST && (
          <Button size="sm" onClick={add}>
            <Trans>Add someone</Trans>
          </Button>
        )}
        {rows.length > 1 && (
          <Button size="sm" onClick={split}>
            <Trans>Split evenly</Trans>
          </Button>
        )}
      </div>
      <div className={s.answers}>
        <Button type="submit" tone="primary" size="sm" busy={busy} busyText={t`Saving`}>
          <Trans>Save beneficiaries</Trans>
        </Button>
        <Button size="sm" tone="quiet" onClick={() => onClose()}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
