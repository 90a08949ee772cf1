import { Trans, useLingui } from "@lingui/react/macro";
import { openOverlay, useOverlay } from "@/lib/overlays";
import { Icon } from "../ui/Icon";

/** Opens or closes the help panel. Stands in the bar on top, where it covers nothing; phones have room for its mark. */
export function HelpLauncher() {
  const { t } = useLingui();
  const open = useOverlay() === "help";
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={t`We are here to help you`}
      onClick={() => openOverlay(open ? null : "help")}
    >
      <Icon name="chat" />
      <span className="only-d">
        <Trans>We are here to help you</Trans>
      </span>
    </button>
  );
}
