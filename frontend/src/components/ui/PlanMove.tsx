import { Trans } from "@lingui/react/macro";
import { money } from "@/lib/format";
import s from "./PlanMove.module.css";

interface Move {
  new_plan?: string;
  riders_added?: string[];
  riders_dropped?: string[];
  amount_before?: string;
  amount_after?: string;
}

/** The change of a plan: the one that replaces it, its amount, and riders that come or go. */
export function PlanMove({ move }: { move: Move }) {
  const { new_plan: next, amount_before: was = "", amount_after: is = "" } = move;
  const [before, after] = [money(was || "0"), money(is || "0")];
  const added = move.riders_added?.join(", ");
  const dropped = move.riders_dropped?.join(", ");
  if (!next && !added && !dropped) return null;
  return (
    <span className={s.move}>
      {next && <b>{next}</b>}
      {was !== is && (
        <small>
          <Trans>
            {after} of insurance in place of {before}
          </Trans>
        </small>
      )}
      {added && (
        <small>
          <Trans>with {added}</Trans>
        </small>
      )}
      {dropped && (
        <small>
          <Trans>without {dropped}</Trans>
        </small>
      )}
    </span>
  );
}
