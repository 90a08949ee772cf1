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
  const offered = texts.filter((one): one is ConsentText & ConsentGiven =>
    purposes.some((purpose) => purpose === one.purpose),
  );
  const given: ConsentGiven[] = offered
    .filter((one) => ticked.includes(one.purpose))
    .map(({ purpose, version }) => ({ purpose, version }));
  const toggle = (purpose: ConsentPurpose, on: boolean) =>
    setTicked((old) => (on ? [...old, purpose] : old.filter((one) => one !== purpose)));
  /** The text changed meanwhile: the visitor reads the new one and ticks again. */
  const renew = () => {
    setTicked([]);
    void reload();
  };
  return { offered, ticked, given, toggle, renew };
}

interface BoxesProps {
  prefix: string;
  consents: ReturnType<typeof useConsents>;
  error?: string | undefined;
}

export function ConsentBoxes({ prefix, consents, error }: BoxesProps) {
  const { t } = useLingui();
  const last = consents.offered.length - 1;
  return consents.offered.map((one, index) => (
    <Checkbox
      key={one.purpose}
      small
      id={`${prefix}-consent-${one.purpose}`}
      checked={consents.ticked.includes(one.purpose)}
      onChange={(event) => consents.toggle(one.purpose, event.target.checked)}
      label={one.text}
      note={index === last ? t`You can send this without agreeing.` : undefined}
      error={index === 0 ? error : undefined}
    />
  ));
}
