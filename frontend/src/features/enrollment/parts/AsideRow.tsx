import { Trans, useLingui } from "@lingui/react/macro";
import { Avatar } from "@/components/ui/Avatar";
import { Button } from "@/components/ui/Button";
import s from "../steps/Dependents.module.css";

interface AsideRowProps {
  name: string;
  /** Absent where the tier takes no spouse. */
  onBack?: (() => void) | undefined;
  onDelete: () => void;
}

/** The spouse whom a "no" put aside: neither covered nor in the price, and back with one press. */
export default function AsideRow({ name, onBack, onDelete }: AsideRowProps) {
  const { t } = useLingui();
  return (
    <div className={`${s.person} ${s.aside}`}>
      <Avatar name={name} />
      <div>
        <h3>{name}</h3>
        <p className="small mute">
          <Trans>
            Your spouse isn't covered or included in the price. We'll keep the details until you submit.
          </Trans>
        </p>
      </div>
      <div className={s.tools}>
        {onBack && (
          <Button size="sm" tone="quiet" aria-label={t`Bring back ${name}`} onClick={onBack}>
            <Trans>Bring back</Trans>
          </Button>
        )}
        <Button size="sm" tone="quiet" aria-label={t`Delete details of ${name}`} onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      </div>
    </div>
  );
}
