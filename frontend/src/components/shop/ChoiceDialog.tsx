import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { messageOf } from "@/lib/api";
import type { RemedyChoice } from "@/lib/shop/types";
import { ChoiceCards } from "../form/Choices";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import s from "./Dialogs.module.css";
import type { ChoiceField } from "./fixes";

/** Title, reason, and what is said while nothing is chosen. */
const WORDS: Record<ChoiceField, [MessageDescriptor, MessageDescriptor, MessageDescriptor]> = {
  tier: [
    msg`Please choose the tier`,
    msg`You can change it anytime, and all prices update.`,
    msg`Please choose a tier`,
  ],
  county: [
    msg`Choose your county`,
    msg`This zip code is in more than one county, and prices or plans differ between them.`,
    msg`Field is required`,
  ],
  platform_group_id: [
    msg`Choose the enrollment portal`,
    msg`Each one offers different plans.`,
    msg`Please choose a platform`,
  ],
  group_id: [msg`Choose your group`, msg`Each group has its own plans.`, msg`Please choose a group`],
};

interface ChoiceDialogProps {
  field: ChoiceField;
  choices: RemedyChoice[];
  /** Throws ApiError; the dialog shows its message. */
  onChoose: (value: string) => Promise<void>;
  onClose: () => void;
}

/** One answer out of a few that the server knows to work. */
export default function ChoiceDialog({ field, choices, onChoose, onClose }: ChoiceDialogProps) {
  const { t, i18n } = useLingui();
  const [value, setValue] = useState("");
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [title, why, required] = WORDS[field];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!value) return setError(i18n._(required));
    setBusy(true);
    setProblem(null);
    try {
      await onChoose(value);
      onClose();
    } catch (reason) {
      const message = messageOf(reason);
      setProblem(message || t`We could not save this. Please try again.`);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={i18n._(title)}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Saving`}>
            <Trans>Update prices</Trans>
          </Button>
        </>
      }
    >
      <p className={s.why}>{i18n._(why)}</p>
      <ChoiceCards
        compact
        hideLabel
        label={i18n._(title)}
        id="choice"
        name="choice"
        value={value}
        error={error}
        onChange={(event) => {
          setValue(event.target.value);
          setError(undefined);
        }}
        choices={choices.map((choice) => ({ value: choice.value, title: choice.label }))}
      />
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}
