import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { MemberInfo, Nothing } from "@/client";
import { TextArea, TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { ApiError, api } from "@/lib/api";
import { useQuoteId } from "@/lib/shop/filter";
import { useParties } from "@/lib/shop/parties";
import s from "./QuoteDialog.module.css";
import { QuotePreview } from "./QuotePreview";
import { checkQuoteMail, QUOTE_FIELDS, type QuoteField, type QuoteValues } from "./quote";

type Errors = Partial<Record<QuoteField, string>>;
type Act = "preview" | "send";

interface Sent {
  message: string;
  until: string;
}

/** The form's values, its mistakes, and the two things that can be asked of the server with them. */
function useQuoteMail(known: Known | null) {
  const { t, i18n } = useLingui();
  const id = useQuoteId();
  const [values, setValues] = useState<QuoteValues>({ name: "", email: "", message: "", ...known });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<Act | null>(null);
  const [content, setContent] = useState<string | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const fields = useRef<HTMLDivElement>(null);

  const show = (problems: Errors) => {
    setErrors(problems);
    const first = QUOTE_FIELDS.find((field) => problems[field]);
    if (first) fields.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const ask = async (act: Act) => {
    const body = {
      enrollment_id: id ?? "",
      tab: "cart_info",
      name: values.name.trim(),
      email: values.email.trim(),
      message: values.message,
    };
    if (act === "preview") {
      const query = { ...body, type: "preview" };
      setContent((await api.get("/api/v1/get-quote-preview-content", query)).content);
      return;
    }
    const answer = await api.postEnvelope("/api/v1/save-enrollment", body);
    const email = answer?.data.email ?? body.email;
    setSent({
      message: answer?.message || t`Quote Successfully Sent to ${email}`,
      until: answer?.data.expires_on ?? "",
    });
  };

  const run = async (act: Act) => {
    if (busy) return;
    setProblem(null);
    const wrong = Object.entries(checkQuoteMail(values)).map(([field, text]) => [field, i18n._(text)]);
    show(Object.fromEntries(wrong));
    if (wrong.length > 0) return;
    setBusy(act);
    try {
      await ask(act);
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      if (reason.hasFieldErrors) show(reason.fieldErrors);
      else setProblem(reason.message || t`We could not reach the server. Please try again.`);
    } finally {
      setBusy(null);
    }
  };

  const field = (name: QuoteField) => ({
    name,
    id: `quote-${name}`,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.target;
      setValues((old) => ({ ...old, [name]: value }));
      setErrors(({ [name]: _fixed, ...rest }) => rest);
      setContent(null);
    },
  });
  return { busy, content, field, fields, problem, run, sent };
}

type Known = Pick<QuoteValues, "name" | "email">;

/** The call answers an empty record where nothing is known of the member. */
const hasRecord = (answer: MemberInfo | Nothing): answer is MemberInfo => "email" in answer;

/** Name and address of a member on record; undefined until they are known. */
function useKnown(): Known | null | undefined {
  const id = useQuoteId();
  const parties = useParties();
  const userId = parties?.user_info?.user_id;
  const { data, isError } = useQuery({
    queryKey: ["member", userId],
    enabled: userId !== undefined,
    retry: false,
    queryFn: ({ signal }) => api.get("/get-member-info", { user_id: userId ?? null }, signal),
  });
  if (data && hasRecord(data)) return { name: data.name, email: data.email };
  if (parties && !parties.user_info) return { name: parties.client_name, email: parties.client_email };
  return !id || isError ? null : undefined;
}

/** The cart by mail to a client, in the sender's own words. */
export default function QuoteDialog({ onClose }: { onClose: () => void }) {
  const known = useKnown();
  return known === undefined ? null : <QuoteForm known={known} onClose={onClose} />;
}

function QuoteForm({ known, onClose }: { known: Known | null; onClose: () => void }) {
  const { t } = useLingui();
  const { busy, content, field, fields, problem, run, sent } = useQuoteMail(known);
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sent) done.current?.closest("dialog")?.querySelector("h2")?.focus();
  }, [sent]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sent) onClose();
    else void run("send");
  };

  if (sent) {
    const { until } = sent;
    return (
      <Dialog
        wide
        title={sent.message}
        onClose={onClose}
        onSubmit={submit}
        footer={
          <Button type="submit" tone="primary">
            <Trans>Done</Trans>
          </Button>
        }
      >
        <p className={s.lead} ref={done}>
          {until && <Trans>The link opens this cart until {until}.</Trans>}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      wide
      title={<Trans>Send Personalized Quote</Trans>}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button busy={busy === "preview"} busyText={t`Loading`} onClick={() => void run("preview")}>
            <Trans>Preview</Trans>
          </Button>
          <Button type="submit" tone="primary" busy={busy === "send"} busyText={t`Sending`}>
            <Trans>Send</Trans>
          </Button>
        </>
      }
    >
      <p className={s.lead}>
        <Trans>We'll email this cart with its prices and a link to open it.</Trans>
      </p>
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem ?? ""}>
          {problem}
        </Banner>
      )}
      <div className="stack" ref={fields}>
        <TextField {...field("name")} label={t`Name`} autoComplete="off" maxLength={80} data-autofocus />
        <TextField
          {...field("email")}
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextArea {...field("message")} label={t`Message`} optional rows={4} maxLength={1000} />
      </div>
      {content !== null && <QuotePreview content={content} />}
    </Dialog>
  );
}
