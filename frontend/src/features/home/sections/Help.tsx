import { Trans } from "@lingui/react/macro";
import { LinkButton } from "@/components/ui/Button";
import { openOverlay } from "@/lib/overlays";

/** The way to the finder, beside a person or a phone number. */
export const OrYourself = () => (
  <p>
    <Trans>
      Or browse on your own: <LinkButton onClick={() => openOverlay("find-plan")}>FIND A PLAN</LinkButton>
    </Trans>
  </p>
);
