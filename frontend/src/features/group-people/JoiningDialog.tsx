import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AddedPerson } from "@/client";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { ApiError, api, messageOf } from "@/lib/api";

const NAMES = [
  "first_name",
  "last_name",
  "birth_date",
  "gender",
  "email",
  "hired_on",
  "class_id",
  "language",
] as const;
type Name = (typeof NAMES)[number];

interface JoiningDialogProps {
  onClose: () => void;
  onDone: (added: AddedPerson) => void;
}

/** Somebody joins: put on record and invited by e-mail. */
export default function JoiningDialog({ onClose, onDone }: JoiningDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const classes = useQuery({
    queryKey: ["group-classes"],
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/api/v1/get-group-classes", undefined, signal),
  });
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({ language: "en" });
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const usual = classes.data?.find((row) => row.usual);
  const field = (name: Name) => ({
    id: `joining-${name}`,
    name,
    value: typed[name] ?? "",
    error: errors[name],
    onChange: (change: { target: { value: string } }) => {
      setTyped((all) => ({ ...all, [name]: change.target.value }));
      setErrors((all) => ({ ...all, [name]: undefined }));
    },
  });
  const send = async (submitted: FormEvent) => {
    submitted.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem("");
    try {
      const added = await api.post("/api/v1/add-group-person", {
        first_name: typed.first_name ?? "",
        last_name: typed.last_name ?? "",
        birth_date: typed.birth_date ?? "",
        gender: typed.gender ? Number(typed.gender) : null,
        email: typed.email ?? "",
        hired_on: typed.hired_on ?? "",
        class_id: typed.class_id ? Number(typed.class_id) : (usual?.id ?? null),
        language: typed.language === "es" ? "es" : "en",
      });
      await client.invalidateQueries({ queryKey: ["group-people"] });
      await client.invalidateQueries({ queryKey: ["members"] });
      onDone(added);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const own = NAMES.filter((name) => error.fieldErrors[name]);
      setErrors(Object.fromEntries(own.map((name) => [name, error.fieldErrors[name]])));
      if (own[0]) document.getElementById(`joining-${own[0]}`)?.focus();
      else setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={<Trans>Someone joined</Trans>}
      onClose={onClose}
      onSubmit={(submitted) => void send(submitted)}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Sending`}>
            <Trans>Add and invite</Trans>
          </Button>
        </>
      }
    >
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <div className="stack-6">
        <TextField {...field("first_name")} label={t`First name`} autoComplete="off" maxLength={60} />
        <TextField {...field("last_name")} label={t`Last name`} autoComplete="off" maxLength={60} />
        <DateField {...field("birth_date")} label={t`Date of birth`} />
        <SelectField
          {...field("gender")}
          label={t`Gender`}
          placeholder={t`Choose`}
          options={[
            { value: "0", label: t`Male` },
            { value: "1", label: t`Female` },
            { value: "2", label: t`Others` },
          ]}
        />
        <TextField {...field("email")} type="email" label={t`Email`} autoComplete="off" maxLength={200} />
        <DateField {...field("hired_on")} label={t`Day of hire`} />
        {(classes.data?.length ?? 0) > 0 && (
          <SelectField
            {...field("class_id")}
            value={typed.class_id ?? String(usual?.id ?? "")}
            label={t`Class`}
            {...(usual ? {} : { placeholder: t`No class` })}
            options={(classes.data ?? []).map((row) => ({ value: String(row.id), label: row.name }))}
          />
        )}
        <SelectField
          {...field("language")}
          label={t`Language of the invitation`}
          options={[
            { value: "en", label: "English" },
            { value: "es", label: "Español" },
          ]}
        />
      </div>
    </Dialog>
  );
}
