import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { ApiError, messageOf } from "@/lib/api";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import type { Column } from "../ui/Table";
import s from "./Selection.module.css";

export type Selected<Key> = ReadonlySet<Key>;

/** The selected rows of a list, also those of its other pages. */
export function useSelection<Key>() {
  const [selected, setSelected] = useState<Selected<Key>>(new Set());
  const select = (keys: Key[], on: boolean) => {
    const next = new Set(selected);
    for (const key of keys) on ? next.add(key) : next.delete(key);
    setSelected(next);
  };
  return { selected, select, clear: () => setSelected(new Set()) };
}

interface SelectColumn<Row, Key> {
  rows: Row[];
  keyOf: (row: Row) => Key;
  nameOf: (row: Row) => string;
  /** Words of the box in the heading. */
  all: string;
  selected: Selected<Key>;
  onSelect: (keys: Key[], on: boolean) => void;
}

/** The column of boxes that select rows, and in its heading the one for the page. */
export function useSelectColumn<Row, Key>(props: SelectColumn<Row, Key>): Column<Row> {
  const { t } = useLingui();
  const { rows, keyOf, nameOf, all, selected, onSelect } = props;
  const keys = rows.map(keyOf);
  const box = (label: string, own: Key[]) => (
    <label className={s.tick}>
      <input
        type="checkbox"
        checked={own.every((key) => selected.has(key))}
        aria-label={label}
        onChange={(event) => onSelect(own, event.target.checked)}
      />
    </label>
  );
  return {
    key: "select",
    label: t`Select`,
    bare: true,
    width: 44,
    head: box(all, keys),
    cell: (row) => box(t`Select ${nameOf(row)}`, [keyOf(row)]),
  };
}

/** Runs one action at a time, with what it says at its end or why it failed. */
export function useBulkAction() {
  const { t } = useLingui();
  const [busy, setBusy] = useState("");
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  const run = async (name: string, work: () => Promise<string>) => {
    setBusy(name);
    setSaid("");
    setProblem("");
    try {
      setSaid(await work());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error) || t`We could not reach the server. Please try again.`);
    } finally {
      setBusy("");
    }
  };
  return { busy, said, setSaid, problem, run };
}

interface SelectionBarProps {
  label: string;
  /** How many are selected, "" for none, or what was done. */
  status: string;
  problem?: string;
  onClear?: (() => void) | undefined;
  children?: ReactNode;
}

/** The bar with the actions for selected rows. Without any it isn't seen, so that its first words are read aloud, too. */
export function SelectionBar({ label, status, problem, onClear, children }: SelectionBarProps) {
  return (
    <section className={s.bar} aria-label={label}>
      <p className="small" role="status">
        {status}
      </p>
      {children}
      {onClear && (
        <Button size="sm" tone="quiet" onClick={onClear}>
          <Trans>Clear selection</Trans>
        </Button>
      )}
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
    </section>
  );
}

/** The rows that an action left as they were, each with the reason. */
export function LeftOut({
  title,
  rows,
}: {
  title: string;
  rows: { id: string; name: string; reason: string }[];
}) {
  if (rows.length === 0) return null;
  return (
    <Banner tone="warn" live="status">
      <p>{title}</p>
      <ul>
        {rows.map(({ id, name, reason }) => (
          <li key={id}>
            <b>{name}</b>: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
