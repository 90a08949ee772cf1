import { useLingui } from "@lingui/react/macro";
import type { Signature } from "@/client";
import { ChoiceCards } from "@/components/form/Choices";

export type Who = "me" | "client";

interface WhoSignsProps {
  signature: Signature;
  who: Who;
  onChoose: (who: Who) => void;
}

/** For whoever fills in for somebody else: signing in their own name, or leaving it to the client. */
export function WhoSigns({ signature, who, onChoose }: WhoSignsProps) {
  const { t } = useLingui();
  const { role, applicant } = signature.signer;
  return (
    <ChoiceCards
      name="who_signs"
      label={t`Who signs?`}
      value={who}
      onChange={(event) => onChoose(event.target.value === "client" ? "client" : "me")}
      choices={[
        {
          value: "me",
          title: role === "group" ? t`I sign as the group administrator` : t`I sign as the broker`,
          fact: t`You sign in your own name, next to the name of ${applicant}. Read the agreements aloud first.`,
        },
        {
          value: "client",
          title: t`${applicant} signs`,
          fact: t`We'll email them a link and a code that works for 30 days.`,
        },
      ]}
    />
  );
}
