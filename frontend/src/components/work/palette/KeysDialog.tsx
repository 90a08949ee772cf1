import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog } from "@/components/ui/Dialog";
import s from "./Palette.module.css";

/** Lists the keys that work on every page. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
  const keys: [string[], string][] = [
    [["/", command], t`Search`],
    [["↑", "↓"], t`Move through results`],
    [["Enter"], t`Open the result`],
    [["Esc"], t`Close a window`],
    [["?"], t`Show these keys`],
  ];
  return (
    <Dialog title={<Trans>Keyboard shortcuts</Trans>} onClose={onClose}>
      <dl className={s.keys}>
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
