import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { messageOf } from "@/lib/api";
import { type County, countiesOf, countyOptions } from "@/lib/shop/county";
import { ChoiceCards } from "../form/Choices";
import { SelectField } from "../form/SelectField";
import dialogs from "../shop/Dialogs.module.css";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { useTierOptions } from "./tiers";

interface TierDialogProps {
  /** Whom it is for; not said to the members themselves. */
  name?: string;
  group?: boolean;
  /** Throws ApiError; the dialog shows its message. */
  onChoose: (tier: string, county?: string) => Promise<void>;
  onClose: () => void;
}

/** Who else is covered is the one thing a record doesn't say; the county too, where it matters and isn't on record. */
export default function TierDialog({ name, group, onChoose, onClose }: TierDialogProps) {
  const { t } = useLingui();
  const options = useTierOptions(group);
  const [tier, setTier] = useState("");
  const [county, setCounty] = useState("");
  const [counties, setCounties] = useState<County[]>([]);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!tier) return setError(t`Please choose a tier`);
    setBusy(true);
    setProblem(null);
    try {
      await onChoose(tier, county || undefined);
    } catch (reason) {
      const choices = countiesOf(reason);
      const message = messageOf(reason);
      if (choices.length > 0) setCounties(choices);
      setProblem(message || t`We could not start the enrollment. Check your connection and try again.`);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={<Trans>Please choose the tier</Trans>}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Starting`}>
            <Trans>See plans</Trans>
          </Button>
        </>
      }
    >
      <p className={dialogs.why}>
        {name ? (
          <Trans>Who else is covered with {name}?</Trans>
        ) : (
          <Trans>Who else is covered with you?</Trans>
        )}
      </p>
      <ChoiceCards
        compact
        hideLabel
        label={t`Choose Tier`}
        id="member-tier"
        name="member-tier"
        value={tier}
        error={error}
        onChange={(event) => {
          setTier(event.target.value);
          setError(undefined);
        }}
        choices={options.map(({ value, label }) => ({ value, title: label }))}
      />
      {problem && (
        <Banner tone={counties.length > 0 ? "info" : "bad"} live="alert" className={dialogs.problem}>
          {problem}
        </Banner>
      )}
      {counties.length > 0 && (
        <SelectField
          label={t`County`}
          name="member-county"
          value={county}
          placeholder={t`Select`}
          options={countyOptions(counties)}
          onChange={(event) => setCounty(event.target.value)}
        />
      )}
    </Dialog>
  );
}
