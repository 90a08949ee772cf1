import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { LackingField, Roster, RosterCell, RosterHeldRow } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button, LinkButton } from "@/components/ui/Button";
import { Disclosure } from "@/components/ui/Disclosure";
import { FailedRead, Loading } from "@/components/ui/State";
import { Pager } from "@/components/ui/Table";
import { ApiError, api, messageOf } from "@/lib/api";
import { PageHeading } from "@/lib/page";
import { useListWords } from "@/lib/words";
import { Changes, Missing, Notes } from "./Effects";
import s from "./GroupRoster.module.css";
import { saveHeldRows, useHeld } from "./reads";

/** What was corrected, by row: cells by field, rows to skip, and rows that are right as they are. */
interface Fixes {
  cells: Record<number, Record<string, string>>;
  skipped: number[];
  confirmed: number[];
}
/** More words than that are counted, not named. */
const MOST_NAMED = 3;
const NOTHING: Fixes = { cells: {}, skipped: [], confirmed: [] };
const toggled = (rows: number[], row: number) =>
  rows.includes(row) ? rows.filter((other) => other !== row) : [...rows, row];

interface CellProps {
  row: RosterHeldRow;
  cell: RosterCell;
  typed: string | undefined;
  onType: (text: string) => void;
}

/** One cell, with what is wrong and the likely answer as a button. */
function Cell({ row, cell, typed, onType }: CellProps) {
  const { t } = useLingui();
  const id = `cell-${row.row}-${cell.field}`;
  const value = typed ?? cell.text;
  const error = typed === undefined || typed === cell.text ? cell.problems.join(" ") : "";
  const field = { id, label: cell.label, error: error || undefined, className: s.cell };
  const listed = cell.choices.some((choice) => choice.value === value);
  return (
    <div className={s.fixCell}>
      {cell.choices.length > 0 ? (
        <SelectField
          {...field}
          placeholder={t`Choose`}
          value={listed ? value : ""}
          options={cell.choices}
          onChange={(event) => onType(event.target.value)}
        />
      ) : (
        <TextField
          {...field}
          value={value}
          maxLength={500}
          autoComplete="off"
          placeholder={cell.hint}
          onChange={(event) => onType(event.target.value)}
        />
      )}
      {cell.likely && value !== cell.likely && (
        <Button
          size="sm"
          aria-label={t`Use ${cell.likely} in row ${row.row}`}
          onClick={() => onType(cell.likely)}
        >
          <Trans>
            Use {cell.choices.find((choice) => choice.value === cell.likely)?.label ?? cell.likely}
          </Trans>
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  row: RosterHeldRow;
  fixes: Fixes;
  onType: (field: string, text: string) => void;
  onSkip: () => void;
  onConfirm: () => void;
}

/** A row that can't be saved yet. */
function Row({ row, fixes, onType, onSkip, onConfirm }: RowProps) {
  const { t } = useLingui();
  const isSkipped = fixes.skipped.includes(row.row);
  const name = row.name || t`No name`;
  const cell = (one: RosterCell) => (
    <Cell
      key={one.field}
      row={row}
      cell={one}
      typed={fixes.cells[row.row]?.[one.field]}
      onType={(text) => onType(one.field, text)}
    />
  );
  return (
    <li className={s.fix} data-skipped={isSkipped || undefined}>
      <div className={s.fixWho}>
        <b>
          {row.where}, {name}
        </b>
        {row.employee && (
          <span className="xs mute num">
            <Trans>Employee {row.employee}</Trans>
          </span>
        )}
        {row.notes.map((note) => (
          <span key={note} className="xs mute">
            {note}
          </span>
        ))}
      </div>
      <div className={s.fixCells}>
        {isSkipped ? (
          <p className="small mute">
            <Trans>Skipped. It stays in a file you can download.</Trans>
          </p>
        ) : (
          <>
            {row.cells.map(cell)}
            {row.asks && (
              <label className={s.check}>
                <input type="checkbox" checked={fixes.confirmed.includes(row.row)} onChange={onConfirm} />
                <Trans>Yes, this is right</Trans>
              </label>
            )}
            {row.others.length > 0 && (
              <Disclosure summary={<span className="small">{t`Other cells of this row`}</span>}>
                <div className={s.fixCells}>{row.others.map(cell)}</div>
              </Disclosure>
            )}
          </>
        )}
      </div>
      <Button
        size="sm"
        tone="quiet"
        aria-label={
          isSkipped ? t`Undo skip of ${row.where}, ${name}` : t`Skip this row: ${row.where}, ${name}`
        }
        onClick={onSkip}
      >
        {isSkipped ? <Trans>Undo skip</Trans> : <Trans>Skip this row</Trans>}
      </Button>
    </li>
  );
}

/** One answer for every row that lacks a field. */
function Lacking({ field, onFill }: { field: LackingField; onFill: (text: string) => void }) {
  const { t } = useLingui();
  const [value, setValue] = useState("");
  return (
    <Banner
      tone="plain"
      title={t`${field.label} is missing in ${plural(field.rows, { one: "# row", other: "# rows" })}. Is it the same in all of them?`}
    >
      <div className={s.letters}>
        <SelectField
          id={`fill-${field.field}`}
          label={field.label}
          className={s.letter}
          placeholder={t`Choose`}
          value={value}
          options={field.choices}
          onChange={(event) => setValue(event.target.value)}
        />
        <Button size="sm" blocked={!value} onClick={() => onFill(value)}>
          {t`${plural(field.rows, { one: "Fill in # row", other: "Fill in all # rows" })}`}
        </Button>
      </div>
    </Banner>
  );
}

function Tally({ roster }: { roster: Roster }) {
  const { t } = useLingui();
  if (!roster.counts) return null;
  const { added, changed, unchanged, skipped } = roster.counts;
  const counts = [
    [added, t`${plural(added, { one: "new person", other: "new people" })}`, ""],
    [changed, t`${plural(changed, { one: "change", other: "changes" })}`, ""],
    [unchanged, t`unchanged`, ""],
    [skipped, t`to fix`, skipped > 0 ? s.bad : ""],
  ] as const;
  return (
    <ul className={s.tally}>
      {counts.map(([count, words, tone]) => (
        <li key={words} className={tone}>
          <b className="num">{count}</b>
          {words}
        </li>
      ))}
    </ul>
  );
}

interface FixProps {
  roster: Roster;
  onBack: () => void;
  onTaken: (roster: Roster) => Promise<void>;
}

/** The rows with a problem, and what saving the others would change. */
export function Fix({ roster, onBack, onTaken }: FixProps) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const [fixes, setFixes] = useState<Fixes>(NOTHING);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const held = useHeld(roster, page);
  const listed = useListWords();
  const open = held.data?.open_words ?? [];
  const { counts } = roster;
  const skipped = counts?.skipped ?? 0;
  const ready = (counts?.added ?? 0) + (counts?.changed ?? 0);
  const corrected = { ...fixes.cells };
  const count = new Set([...Object.keys(corrected).map(Number), ...fixes.skipped, ...fixes.confirmed]).size;

  const send = async (work: () => Promise<Roster>) => {
    setProblem("");
    setBusy(true);
    try {
      await onTaken(await work());
      setFixes(NOTHING);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const id = { roster_id: roster.roster_id };
  const mend = () =>
    send(() =>
      api.post("/api/v1/mend-roster", {
        ...id,
        cells: Object.entries(fixes.cells).flatMap(([row, cells]) =>
          Object.entries(cells).map(([field, text]) => ({ row: Number(row), field, text })),
        ),
        left_out: fixes.skipped,
        confirmed: fixes.confirmed,
      }),
    );
  const type = (row: number, field: string, text: string) =>
    setFixes({ ...fixes, cells: { ...fixes.cells, [row]: { ...fixes.cells[row], [field]: text } } });

  return (
    <>
      <div>
        <PageHeading title={skipped ? t`Fix rows` : t`Check what changes`}>
          {skipped ? (
            t`${plural(skipped, { one: "Fix # row", other: "Fix # rows" })}`
          ) : (
            <Trans>Check what changes</Trans>
          )}
        </PageHeading>
        <p className={s.lead}>
          {skipped
            ? t`${plural(roster.rows, { one: "# row read", other: "# rows read" })}: ${plural(roster.rows - skipped, { one: "# is ready", other: "# are ready" })}, ${plural(skipped, { one: "# needs you", other: "# need you" })}.`
            : t`${plural(roster.rows, { one: "# row read. Nothing is saved yet.", other: "# rows read. Nothing is saved yet." })}`}
        </p>
      </div>
      {roster.problem && (
        <Banner tone="bad" live="alert" title={t`Nothing was saved.`}>
          {roster.problem}
        </Banner>
      )}
      <Tally roster={roster} />
      {open.length > 0 && (
        <Banner
          tone="info"
          action={
            <Button size="sm" onClick={onBack}>
              {open.length > MOST_NAMED ? t`Explain ${open.length} words` : t`Explain ${listed(open)}`}
            </Button>
          }
        >
          <Trans>Some words in your file aren't explained yet. Explain them once for all rows.</Trans>
        </Banner>
      )}
      {held.data?.lacking.map((field) => (
        <Lacking
          key={field.field}
          field={field}
          onFill={(text) =>
            void send(() => api.post("/api/v1/mend-roster", { ...id, fill: { field: field.field, text } }))
          }
        />
      ))}
      {skipped > 0 && held.isPending && <Loading label={t`Loading rows`}>{null}</Loading>}
      {held.isError && (
        <FailedRead
          title={<Trans>We could not load the rows</Trans>}
          onRetry={() => void held.refetch()}
          busy={held.isFetching}
        />
      )}
      {held.data && held.data.result.length > 0 && (
        <>
          <ol className={s.fixes} aria-label={t`Rows to fix`}>
            {held.data.result.map((row) => (
              <Row
                key={row.row}
                row={row}
                fixes={fixes}
                onType={(field, text) => type(row.row, field, text)}
                onSkip={() => setFixes({ ...fixes, skipped: toggled(fixes.skipped, row.row) })}
                onConfirm={() => setFixes({ ...fixes, confirmed: toggled(fixes.confirmed, row.row) })}
              />
            ))}
          </ol>
          <div className={s.under}>
            <LinkButton icon="download" onClick={() => void saveHeldRows(roster.roster_id)}>
              <Trans>Download these rows with what to fix</Trans>
            </LinkButton>
            <Pager page={held.data.page} pages={held.data.pages} onPage={setPage} />
          </div>
        </>
      )}
      <div>
        <Changes roster={roster} effect="added" />
        <Changes roster={roster} effect="changed" />
        <Missing roster={roster} />
        <Notes roster={roster} />
      </div>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <div className={s.actions}>
        <Button onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        {count > 0 ? (
          <Button tone="primary" busy={busy} busyText={t`Sending`} onClick={() => void mend()}>
            {t`${plural(count, { one: "Check # fixed row", other: "Check # fixed rows" })}`}
          </Button>
        ) : (
          <Button
            tone="primary"
            busy={busy}
            busyText={t`Sending`}
            blocked={ready === 0}
            aria-describedby={ready === 0 ? "roster-none" : undefined}
            onClick={() => void send(() => api.post("/api/v1/take-roster-step", { ...id, step: "apply" }))}
          >
            {skipped > 0 && ready > 0
              ? t`Save ${plural(ready, { one: "# person", other: "# people" })} and skip ${plural(skipped, { one: "# row", other: "# rows" })}`
              : t`${plural(ready, { one: "Save # person", other: "Save # people" })}`}
          </Button>
        )}
      </div>
      {ready === 0 && count === 0 && (
        <p className="small mute" id="roster-none">
          {skipped > 0 ? (
            <Trans>Fix at least one row: nothing else in this file changes your roster.</Trans>
          ) : (
            <Trans>Nothing in this file changes your roster.</Trans>
          )}
        </p>
      )}
    </>
  );
}
