import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { GroupPerson } from "@/client";
import { DateField } from "@/components/form/DateField";
import { TextField } from "@/components/form/TextField";
import { LinkButton } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import ActionDialog from "@/components/work/ActionDialog";
import { api } from "@/lib/api";
import { Link } from "@/lib/router";
import s from "./Person.module.css";
import { refreshPerson } from "./reads";

const BirthDateDialog = lazy(() => import("./BirthDateDialog"));

/** The facts that an administrator writes; the others take a report, or are the person's own. */
export type Fact = "name" | "birth_date" | "ssn" | "email" | "phone" | "hired_on" | "employee_number";
type Name = "first_name" | "last_name" | "ssn" | "email" | "phone" | "hired_on" | "employee_number";

/** The input of a field. A Social Security number is typed blind. */
const TYPES: Partial<Record<Name, string>> = { email: "email", phone: "tel", ssn: "password" };
const LENGTHS: Partial<Record<Name, number>> = { email: 200, employee_number: 40, ssn: 11 };

interface FixProps {
  fact: Exclude<Fact, "birth_date">;
  person: GroupPerson;
  onSaved: () => void;
  onClose: () => void;
}

/** The form of one fact. */
function FixDialog({ fact, person, onSaved, onClose }: FixProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const titles: Record<FixProps["fact"], string> = {
    name: t`Correct name`,
    ssn: t`Correct SSN`,
    email: t`Change email`,
    phone: t`Change phone`,
    hired_on: t`Correct hire date`,
    employee_number: t`Change employee number`,
  };
  const was: Record<Name, string> = {
    first_name: person.first_name,
    last_name: person.last_name,
    ssn: "",
    email: person.email,
    phone: person.phone,
    hired_on: person.person.hired_on,
    employee_number: person.employee_number,
  };
  const names: Name[] = fact === "name" ? ["first_name", "last_name"] : [fact];
  const labels: Record<Name, string> = {
    first_name: t`First name`,
    last_name: t`Last name`,
    ssn: t`Social Security number`,
    email: t`Email`,
    phone: t`Phone`,
    hired_on: t`Hire date`,
    employee_number: t`Employee number`,
  };
  return (
    <ActionDialog
      title={titles[fact]}
      action={<Trans>Save</Trans>}
      busyText={t`Saving`}
      check={() => {
        const empty = names.filter((name) => !(typed[name] ?? was[name]).trim());
        return empty.length > 0
          ? Object.fromEntries(empty.map((name) => [name, t`Field is required`]))
          : null;
      }}
      onSubmit={async () => {
        const saved = await api.post("/api/v1/fix-group-person", {
          member_id: person.person.member_id,
          ...typed,
        });
        client.setQueryData(["group-person", person.person.member_id], saved);
        onSaved();
        await refreshPerson(client);
        onClose();
      }}
      onClose={onClose}
    >
      {(errors, clear) => (
        <div className="stack-6">
          {names.map((name) => {
            const field = {
              id: `fix-${name}`,
              name,
              label: labels[name],
              value: typed[name] ?? was[name],
              error: errors[name],
              onChange: (change: { target: { value: string } }) => {
                setTyped((all) => ({ ...all, [name]: change.target.value }));
                clear(name);
              },
            };
            if (name === "hired_on") return <DateField key={name} {...field} />;
            return (
              <TextField
                key={name}
                {...field}
                type={TYPES[name] ?? "text"}
                maxLength={LENGTHS[name] ?? 60}
                {...(name === "ssn" && {
                  inputMode: "numeric",
                  hint: t`Only the last four digits are shown afterwards.`,
                })}
                autoComplete="off"
              />
            );
          })}
        </div>
      )}
    </ActionDialog>
  );
}

interface DetailsProps {
  person: GroupPerson;
  fact: Fact | null;
  onFact: (fact: Fact | null) => void;
  onSaved: () => void;
  onAsked: (team: string, orderId: string) => void;
  changePath: string;
}

/** Everything on record of a person, with the way to correct or change it. */
export function Details({ person, fact, onFact, onSaved, onAsked, changePath }: DetailsProps) {
  const { t } = useLingui();
  const missing = t`Not on record`;
  const rows: { key: string; label: string; text: string; act?: [Fact, string, string] }[] = [
    { key: "name", label: t`Name`, text: person.person.name, act: ["name", t`Correct`, t`Correct name`] },
    {
      key: "born",
      label: t`Birth date`,
      text: `${person.birth_date} (${person.age})`,
      act: ["birth_date", t`Correct`, t`Correct birth date`],
    },
    {
      key: "ssn",
      label: t`SSN`,
      text: person.ssn || missing,
      act: ["ssn", person.ssn ? t`Correct` : t`Add`, person.ssn ? t`Correct SSN` : t`Add SSN`],
    },
    {
      key: "email",
      label: t`Email`,
      text: person.email,
      ...(person.signs_in ? {} : { act: ["email", t`Change`, t`Change email`] as [Fact, string, string] }),
    },
    {
      key: "phone",
      label: t`Phone`,
      text: person.phone || missing,
      act: ["phone", t`Change`, t`Change phone`],
    },
    { key: "address", label: t`Address`, text: person.address || missing },
    {
      key: "hired",
      label: t`Hire date`,
      text: person.person.hired_on || missing,
      act: ["hired_on", t`Correct`, t`Correct hire date`],
    },
    {
      key: "number",
      label: t`Employee number`,
      text: person.employee_number || missing,
      act: ["employee_number", t`Change`, t`Change employee number`],
    },
  ];
  return (
    <Panel titleId="details" title={<Trans>Details</Trans>}>
      <dl className={s.details}>
        {rows.map(({ act, key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{text}</dd>
            {act && (
              <dd className={s.act}>
                <LinkButton className="small" aria-label={act[2]} onClick={() => onFact(act[0])}>
                  {act[1]}
                </LinkButton>
              </dd>
            )}
            {key === "address" && (
              <dd className={s.act}>
                <Link to={changePath} className="small" aria-label={t`Change address`}>
                  <Trans>Change</Trans>
                </Link>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <p className={`${s.note} xs mute`}>
        {person.signs_in && (
          <>
            <Trans>{person.first_name} signs in with this email and can change it themselves.</Trans>{" "}
          </>
        )}
        <Trans>If a correction changes a price, you'll see it before you save.</Trans>
      </p>
      {fact === "birth_date" && (
        <Suspense fallback={null}>
          <BirthDateDialog
            person={person}
            onClose={() => onFact(null)}
            onDone={(team, orderId) => {
              onSaved();
              if (team) onAsked(team, orderId);
              onFact(null);
            }}
          />
        </Suspense>
      )}
      {fact && fact !== "birth_date" && (
        <FixDialog key={fact} fact={fact} person={person} onSaved={onSaved} onClose={() => onFact(null)} />
      )}
    </Panel>
  );
}
