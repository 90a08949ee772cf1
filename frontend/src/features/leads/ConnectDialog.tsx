import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { SelectField } from "@/components/form/SelectField";
import { MaskedField, TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { toast } from "@/components/ui/Toast";
import { ApiError, api } from "@/lib/api";
import { webUrl } from "@/lib/device";
import { capPhone } from "@/lib/masks";
import { ConsentBoxes, useConsents } from "./consents";
import { BLANK, checkEnquiry, type Enquiry, FIELDS, type Field, toSend } from "./enquiry";
import s from "./Leads.module.css";

interface State {
  abbrev: string;
  name: string;
}

type Errors = Partial<Record<Field | "consents", string>>;

const PATH = "/api/v2/agent-registration-query";

async function readStates(): Promise<State[]> {
  return (await api.get("/api/v1/get-states")).result;
}

/** The form for people who want to become a rep: name and contact. */
export default function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [values, setValues] = useState<Enquiry>(BLANK);
  const consents = useConsents(["phone", "email"]);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const states = useQuery({ queryKey: ["states"], queryFn: readStates, staleTime: Number.POSITIVE_INFINITY });

  const show = (problems: Errors) => {
    setErrors(problems);
    const first = FIELDS.find((field) => problems[field]);
    if (first) fields.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    const wrong = Object.entries(checkEnquiry(values)).map(([field, text]) => [field, i18n._(text)]);
    show(Object.fromEntries(wrong));
    if (wrong.length > 0) return;
    setBusy(true);
    try {
      const body = { ...toSend(values), consents: consents.agreed, web_url: webUrl() };
      const answer = await api.postEnvelope(PATH, body);
      onClose();
      toast(answer?.message || t`Thank you. We will be in touch.`);
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      setProblem(reason.message || t`We could not send your answers. Please try again.`);
      if (reason.fieldErrors.consents) consents.renew();
      show(reason.fieldErrors);
    } finally {
      setBusy(false);
    }
  };

  const field = (name: Field) => ({
    name,
    id: `connect-${name}`,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      const value = name === "phone" ? capPhone(event.target.value) : event.target.value;
      setValues((old) => ({ ...old, [name]: value }));
      setErrors(({ [name]: _fixed, ...rest }) => rest);
    },
  });

  return (
    <Dialog
      title={t`Connect with US`}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Sending`}>{t`Submit`}</Button>
        </>
      }
    >
      <p className={s.why}>
        <Trans>Become a rep: tell us who you are, and we'll reach out to you.</Trans>
      </p>
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
      <div className="stack" ref={fields}>
        <TextField
          {...field("name")}
          label={t`Full Name`}
          autoComplete="name"
          maxLength={100}
          data-autofocus
        />
        <SelectField
          {...field("state")}
          label={t`State`}
          autoComplete="address-level1"
          placeholder={t`Choose a state`}
          options={(states.data ?? []).map(({ abbrev, name }) => ({ value: abbrev, label: name }))}
        />
        <MaskedField
          {...field("phone")}
          kind="phone"
          label={t`Phone Number`}
          hint={t`10 digits`}
          autoComplete="tel-national"
        />
        <TextField
          {...field("email")}
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
        />
        <ConsentBoxes prefix="connect" consents={consents} error={errors.consents} />
      </div>
    </Dialog>
  );
}
