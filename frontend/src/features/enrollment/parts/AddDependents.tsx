import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@/components/ui/Button";
import { hindrance, kindsOf, mostOf, type Relationship, type Roster } from "../engine/dependents";
import { useDependentTexts } from "./useDependentTexts";

interface AddDependentsProps {
  roster: Roster;
  /** A form is open that has to be submitted first. */
  open: boolean;
  /** That of somebody who is on the list. */
  editing: boolean;
  onAdd: (kind: Relationship) => void;
}

/** Add Spouse, Add Child; and why not, where that is so. */
export function AddDependents({ roster, open, editing, onAdd }: AddDependentsProps) {
  const { t } = useLingui();
  const texts = useDependentTexts();
  const kinds = kindsOf(roster.rules.tier);
  const reasons = kinds.map((kind) => hindrance(roster, kind));
  const full = roster.dependents.length >= mostOf(roster);
  const why = full ? "full" : reasons.find((reason) => reason && reason !== "unasked");
  const first = editing ? texts.editFirst("add dep") : texts.addFirst;
  const titleOf = (reason: ReturnType<typeof hindrance>) => {
    if (open) return first;
    return reason ? texts.hindrance(reason) : t`Click to add dependent`;
  };
  return (
    <div className="row">
      {kinds.map((kind, index) => {
        const reason = reasons[index] ?? null;
        return (
          <Button
            key={kind}
            icon="plus"
            blocked={open || reason !== null}
            title={titleOf(reason)}
            aria-describedby="add-why"
            onClick={() => onAdd(kind)}
          >
            {kind === "spouse" ? <Trans>Add Spouse</Trans> : <Trans>Add Child</Trans>}
          </Button>
        );
      })}
      <span className="small mute" id="add-why">
        {open ? first : why ? texts.hindrance(why) : ""}
      </span>
    </div>
  );
}
