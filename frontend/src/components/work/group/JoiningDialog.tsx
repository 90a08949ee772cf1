import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AddedPerson } from "@/client";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { type Suffix, SuffixField } from "@/components/form/SuffixField";
import { TextField } from "@/components/form/TextField";
import ActionDialog from "@/components/work/ActionDialog";
import { api } from "@/lib/api";
import { today } from "@/lib/dates";

type Name =
  | "first_name"
  | "last_name"
  | "suffix"
  | "birth_date"
  | "gender"
  | "email"
  | "hired_on"
  | "class_id"
  | "language";

interface JoiningDialogProps {
  onClose: () => void;
  onDone: (added: AddedPerson) => void;
}

/** The report that a person joins: added and invited by email. */
export default function JoiningDialog({ onClose, onDone }: JoiningDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const classes = useQuery({
    queryKey: ["group-classes"],
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/api/v1/get-group-classes", undefined, signal),
  });
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({ language: "en" });
  const usual = classes.data?.find((row) => row.usual);
  const add = async () => {
    const added = await api.post("/api/v1/add-group-person", {
      first_name: typed.first_name ?? "",
      last_name: typed.last_name ?? "",
      suffix: (typed.suffix ?? "") as Suffix,
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
  };
  return (
    <ActionDialog
      title={<Trans>Someone joined</Trans>}
      action={<Trans>Add and invite</Trans>}
      busyText={t`Sending`}
      onSubmit={add}
      onClose={onClose}
    >
      {(errors, clear) => {
        const field = (name: Name) => ({
          id: `joining-${name}`,
          name,
          value: typed[name] ?? "",
          error: errors[name],
          onChange: (change: { target: { value: string } }) => {
            setTyped((all) => ({ ...all, [name]: change.target.value }));
            clear(name);
          },
        });
        return (
          <div className="stack-6">
            <TextField {...field("first_name")} label={t`First name`} autoComplete="off" maxLength={60} />
            <TextField {...field("last_name")} label={t`Last name`} autoComplete="off" maxLength={60} />
            <SuffixField {...field("suffix")} />
            <DateField {...field("birth_date")} label={t`Date of birth`} to={today()} />
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
        );
      }}
    </ActionDialog>
  );
}
