import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useWorks } from "@/lib/shop/client";
import { useStored } from "@/lib/storage";
import { LinkButton } from "../ui/Button";
import { isNamed, isSilent, PortalDialog, useQuoteContext } from "./QuoteContext";

/** The kind of plans, for a shopper who may choose among several; a fact beside the other answers. */
export default function PortalFact() {
  const works = useWorks();
  const group = useStored("group_id");
  const [open, setOpen] = useState(false);
  const { parties, known, choice } = useQuoteContext();
  const portal = parties.platform?.platform_name;
  if (works || !known || !choice || !portal || isSilent(group) || isNamed(parties)) return null;
  return (
    <>
      <Trans>
        Kind of plans: <strong>{portal}</strong>
      </Trans>{" "}
      <LinkButton onClick={() => setOpen(true)}>
        <Trans>Change</Trans>
        <span className="sr">
          : <Trans>Kind of plans</Trans>
        </span>
      </LinkButton>
      {open && <PortalDialog onClose={() => setOpen(false)} onDone={() => setOpen(false)} />}
    </>
  );
}
