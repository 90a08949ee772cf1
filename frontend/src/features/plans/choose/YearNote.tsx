import { Trans } from "@lingui/react/macro";
import s from "./ListedYear.module.css";

/** What the years of a list count, below it. */
export default function YearNote({ start, note }: { start: string; note: string }) {
  return (
    <p className={`xs mute ${s.note}`}>
      <Trans>
        The year includes two checkups, one set of X-rays, and an eye exam for each person covered, plus the
        care you chose, for 12 months from {start}, in network.
      </Trans>{" "}
      {note}
    </p>
  );
}
