import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Link } from "@/lib/router";

/** The server's question about an earlier application for the same plans, and both answers to it. */
export default function SecondApplication({
  id,
  question,
  focus,
  onMeant,
}: {
  id: string;
  question: string;
  /** Next was pressed before the question was known. */
  focus: boolean;
  onMeant: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) place.current?.focus();
  }, [focus]);
  return (
    <div ref={place} id={id} tabIndex={-1}>
      <Banner
        tone="warn"
        live="status"
        title={<Trans>Is this a second application?</Trans>}
        action={
          <Button size="sm" onClick={onMeant}>
            <Trans>No, continue</Trans>
          </Button>
        }
      >
        {question}{" "}
        <Link to="/">
          <Trans>Yes, leave it</Trans>
        </Link>
      </Banner>
    </div>
  );
}
