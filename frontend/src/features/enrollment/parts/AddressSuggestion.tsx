import { Trans } from "@lingui/react/macro";
import type { SuggestedAddress } from "@/client";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import type { Answers } from "../types";
import s from "./AddressSuggestion.module.css";

interface AddressSuggestionProps {
  typed: Answers;
  suggested: SuggestedAddress;
  onTake: () => void;
  onKeep: () => void;
  onClose: () => void;
}

/** The lines of an address; what differs from the other one is bold. */
function Lines({ address, other }: { address: Record<string, unknown>; other: Record<string, unknown> }) {
  const part = (name: string) => {
    const text = String(address[name] ?? "");
    return text === String(other[name] ?? "") ? text : <b>{text}</b>;
  };
  return (
    <address>
      <span>{part("address1")}</span>
      {address.address2 ? <span>{part("address2")}</span> : null}
      <span>
        {part("city")}, {part("state")} {part("zip")}
        {address.zip4 ? <>-{part("zip4")}</> : null}
      </span>
    </address>
  );
}

/** Two addresses and a choice; closing it goes back to the step, where what was typed stands. */
export default function AddressSuggestion({
  typed,
  suggested,
  onTake,
  onKeep,
  onClose,
}: AddressSuggestionProps) {
  const suggestion = { ...suggested };
  return (
    <Dialog
      title={<Trans>Is this your address?</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onKeep}>
            <Trans>Keep what I typed</Trans>
          </Button>
          <Button tone="primary" onClick={onTake}>
            <Trans>Use this address</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>USPS suggests this format. Using it helps your mail reach you.</Trans>
      </p>
      <dl className={s.addresses}>
        <div>
          <dt>
            <Trans>USPS suggests</Trans>
          </dt>
          <dd>
            <Lines address={suggestion} other={typed} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>You typed</Trans>
          </dt>
          <dd>
            <Lines address={typed} other={suggestion} />
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
