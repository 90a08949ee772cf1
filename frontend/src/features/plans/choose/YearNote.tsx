import { Trans } from "@lingui/react/macro";
import s from "./ListedYear.module.css";

/** What the years of a list count, below it. */
export default function YearNote({ start, note }: { start: string; note: string }) {
  return (
    <p className={`xs mute ${s.note}`}>
      <Trans>
        The year counts two checkups, one set of X-rays and an eye exam for each person the price covers, and
        the care you chose, for twelve months from {start}, in the network.
      </Trans>{" "}
      {note}
    </p>
  );
}
