import { Trans, useLingui } from "@lingui/react/macro";
import { openOverlay, useOverlay } from "@/lib/overlays";
import { Button } from "../ui/Button";
import s from "./HelpLauncher.module.css";

/** Opens or closes the help panel. Floats over the store pages; on phones, where it would cover what is pressed, it follows the page. */
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
