import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ConsentGiven } from "@/client";
import { Checkbox } from "@/components/form/Choices";
import { type ConsentText, useConsentTexts } from "@/lib/consents";

type ConsentPurpose = ConsentGiven["purpose"];

/** The operator's texts for these purposes, and which of them the visitor ticked. None is ticked at the start. */
export function useConsents(purposes: ConsentPurpose[]) {
  const { texts, reload } = useConsentTexts();
  const [ticked, setTicked] = useState<ConsentPurpose[]>([]);
  const offered = texts.filter((text): text is ConsentText & ConsentGiven =>
    purposes.some((purpose) => purpose === text.purpose),
  );
  const consents: ConsentGiven[] = offered
    .filter((consent) => ticked.includes(consent.purpose))
    .map(({ purpose, version }) => ({ purpose, version }));
  const toggle = (purpose: ConsentPurpose, on: boolean) =>
    setTicked((old) => (on ? [...old, purpose] : old.filter((consent) => consent !== purpose)));
  /** The text changed meanwhile: the visitor reads the new one and ticks again. */
  const renew = () => {
    setTicked([]);
    void reload();
  };
  return { offered, ticked, agreed: consents, toggle, renew };
}

interface BoxesProps {
  prefix: string;
  consents: ReturnType<typeof useConsents>;
  error?: string | undefined;
}

export function ConsentBoxes({ prefix, consents, error }: BoxesProps) {
  const { t } = useLingui();
  const last = consents.offered.length - 1;
  return consents.offered.map((consent, index) => (
    <Checkbox
      key={consent.purpose}
      small
      id={`${prefix}-consent-${consent.purpose}`}
      checked={consents.ticked.includes(consent.purpose)}
      onChange={(event) => consents.toggle(consent.purpose, event.target.checked)}
      label={consent.text}
      note={index === last ? t`You can send this without agreeing.` : undefined}
      error={index === 0 ? error : undefined}
    />
  ));
}
