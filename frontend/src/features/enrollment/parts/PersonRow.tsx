import { useLingui } from "@lingui/react/macro";
import { Avatar } from "@/components/ui/Avatar";
import { IconButton } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import s from "../steps/Dependents.module.css";

interface PersonRowProps {
  name: string;
  /** Stands before the name: "Beneficiary #1:". */
  label?: string;
  facts: string;
  /** Why nobody can be deleted now. */
  blocked: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** One person of a step's list, with edit and delete. */
export function PersonRow({ name, label, facts, blocked, onEdit, onDelete }: PersonRowProps) {
  const { t } = useLingui();
  return (
    <li className={s.person}>
      <Avatar name={name} />
      <div>
        <h3>
          {label && `${label} `}
          {name}
        </h3>
        <p className="small mute">{facts}</p>
      </div>
      <div className={s.tools}>
        <IconButton icon="edit" label={t`Edit ${name}`} title={t`Edit`} onClick={onEdit} />
        <IconButton
          icon="trash"
          className={s.delete}
          label={t`Delete ${name}`}
          title={blocked ?? t`Delete`}
          aria-disabled={blocked ? true : undefined}
          onClick={() => (blocked ? announce(blocked) : onDelete())}
        />
      </div>
    </li>
  );
}
