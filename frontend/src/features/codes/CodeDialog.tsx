import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { ApiError } from "@/lib/api";
import { FIELD_REQUIRED } from "@/lib/shop/labels";
import s from "./Codes.module.css";

interface CodeDialogProps<Match> {
  title: string;
  label: string;
  why: ReactNode;
  invalid: string;
  foundTitle: string;
  /** Null when the code is not known. */
  lookUp: (code: string) => Promise<Match | null>;
  details: (match: Match, reenter: () => void) => ReactNode;
  onYes: (match: Match) => void;
  onClose: () => void;
}

/** Enter a code, see whose it is, say Yes or No. */
export function CodeDialog<Match>(props: CodeDialogProps<Match>) {
  const { title, label, why, invalid, foundTitle, lookUp, details, onYes, onClose } = props;
  const { t, i18n } = useLingui();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [match, setMatch] = useState<Match | null>(null);
  const [busy, setBusy] = useState(false);

  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const typed = code.trim();
    if (!typed) return setError(i18n._(FIELD_REQUIRED));
    setBusy(true);
    setProblem(null);
    try {
      const answer = await lookUp(typed);
      if (answer) setMatch(answer);
      else setError(invalid);
    } catch (reason) {
      if (reason instanceof ApiError && !reason.offline && reason.status < 500 && reason.status !== 429)
        setError(invalid);
      else
        setProblem(
          (reason instanceof ApiError && reason.message) || t`We could not check the code. Please try again.`,
        );
    } finally {
      setBusy(false);
    }
  };

  if (match) {
    return (
      <Dialog
        key="found"
        title={foundTitle}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t`No`}</Button>
            <Button tone="primary" onClick={() => onYes(match)}>{t`Yes`}</Button>
          </>
        }
      >
        {details(match, () => {
          setMatch(null);
          setCode("");
        })}
      </Dialog>
    );
  }
  return (
    <Dialog
      key="enter"
      title={title}
      onClose={onClose}
      onSubmit={(event) => void check(event)}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy}>{t`Continue`}</Button>
        </>
      }
    >
      <p className={s.why}>{why}</p>
      <TextField
        label={label}
        name="code"
        data-autofocus
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
      />
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

/** Enters the found landing page; a full load, because the server writes that page's brand and context. */
export function goToLanding(landingUrl: string | null | undefined, type: "Agent" | "Group"): void {
  const path = landingUrl ? `/${landingUrl.replace(/^\/+/, "")}` : `/landing-config-error/${type}`;
  window.location.assign(path);
}
