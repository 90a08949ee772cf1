import { Trans, useLingui } from "@lingui/react/macro";
import { openOverlay, useOverlay } from "@/lib/overlays";
import { Button } from "../ui/Button";
import s from "./HelpLauncher.module.css";

/** Floats over the store pages and opens or closes the help panel. */
export function HelpLauncher() {
  const { t } = useLingui();
  const open = useOverlay() === "help";
  return (
    <section className={s.helper} aria-label={t`Help`}>
      <Button
        tone="primary"
        icon={open ? "close" : "chat"}
        aria-expanded={open}
        onClick={() => openOverlay(open ? null : "help")}
      >
        <span>
          <Trans>We are here to help you</Trans>
        </span>
      </Button>
    </section>
  );
}
