import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { announce } from "@/lib/announce";
import { cx } from "@/lib/cx";
import { type Option, SelectField } from "../form/SelectField";
import { TextField } from "../form/TextField";
import { Button } from "../ui/Button";
import { Drawer } from "../ui/Drawer";
import { Icon } from "../ui/Icon";
import { CardSkeleton, FailedRead, Loading } from "../ui/State";
import { Pager } from "../ui/Table";
import s from "./List.module.css";
import type { ListState } from "./listState";

/** A page of a list that the server found, sorted and cut. */
export interface ListPage<Row> {
  result: Row[];
  total: number;
  /** There are more than `total`, which are not counted. */
  more?: boolean;
  page: number;
  pages: number;
  per_page: number;
}

interface ListFrameProps<Row> {
  label: string;
  className?: string | undefined;
  query: UseQueryResult<ListPage<Row>>;
  filters: ReactNode;
  loading: string;
  failed: ReactNode;
  /** Instead of the table when nothing was found. */
  nothing: ReactNode;
  /** How many were found, for screen readers; while `stale` it isn't said. */
  found: (total: number) => string;
  stale: boolean;
  onPage: (page: number) => void;
  children: (rows: Row[]) => ReactNode;
}

/** A list with its filters above and its pages below, in every state it can be in. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { label, className, query, filters, loading, failed, nothing, found, stale, onPage, children } =
    props;
  const { data } = query;
  const totalText = data && found(data.total);
  useEffect(() => {
    if (!stale && totalText) announce(totalText);
  }, [stale, totalText]);
  const first = data ? (data.page - 1) * data.per_page + 1 : 0;
  const last = data ? first + data.result.length - 1 : 0;
  return (
    <section className={cx(s.panel, className)} aria-label={label}>
      {filters}
      {query.isPending && (
        <Loading label={loading} className={s.state}>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {query.isError && (
        <div className={s.state}>
          <FailedRead title={failed} onRetry={() => void query.refetch()} busy={query.isFetching} />
        </div>
      )}
      {data && !query.isError && data.total === 0 && <div className={s.state}>{nothing}</div>}
      {data && !query.isError && data.result.length > 0 && (
        <>
          {children(data.result)}
          <div className={s.foot}>
            <p className="small mute num">
              {data.more ? (
                <Trans>
                  Showing {first} to {last} of more than {data.total}. Search or filter to find others.
                </Trans>
              ) : (
                <Trans>
                  Showing {first} to {last} of {data.total}
                </Trans>
              )}
            </p>
            <Pager page={data.page} pages={data.pages} onPage={onPage} />
          </div>
        </>
      )}
    </section>
  );
}

interface ListFiltersProps {
  list: ListState;
  label: string;
  placeholder: string;
  children: ReactNode;
}

interface WorkFiltersProps extends Omit<ListFiltersProps, "children"> {
  /** The column that rows are chosen by: its name, what it can be in words, and the word for all. */
  name: string;
  title: string;
  words: Record<string, string>;
  all: string;
  sorts: Option[];
  children?: ReactNode;
}

/** Search, one choice, others of the list, and its order. */
export function WorkFilters({ name, title, words, all, sorts, children, ...search }: WorkFiltersProps) {
  const { list } = search;
  return (
    <ListFilters {...search}>
      <ListChoice
        label={title}
        name={name}
        value={list.chosen}
        placeholder={all}
        options={Object.entries(words).map(([value, label]) => ({ value, label }))}
        onChoose={list.choose}
      />
      {children}
      <ListSort list={list} options={sorts} />
    </ListFilters>
  );
}

/** What the rows of a list are chosen and sorted by: beside the search, and on phones on a sheet. `active`: how many of
 * them are set. */
export function FilterChoices({ active, children }: { active: number; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon="filter" className="only-m" onClick={() => setOpen(true)}>
        {active > 0 ? <Trans>Filters ({active})</Trans> : <Trans>Filters</Trans>}
      </Button>
      {open ? (
        <Drawer
          title={<Trans>Filters</Trans>}
          onClose={() => setOpen(false)}
          footer={
            <Button tone="primary" onClick={() => setOpen(false)}>
              <Trans>Show results</Trans>
            </Button>
          }
        >
          <div className={s.sheet}>{children}</div>
        </Drawer>
      ) : (
        <div className={s.choices}>{children}</div>
      )}
    </>
  );
}

/** The search of a list, and beside it what its rows are chosen and sorted by. */
export function ListFilters({ list, label, placeholder, children }: ListFiltersProps) {
  const active = [...new URLSearchParams(list.view()).keys()].filter((name) => name !== "sort").length;
  return (
    <search className={s.filters}>
      <TextField
        label={<span className="sr">{label}</span>}
        className={s.find}
        name="search"
        type="search"
        icon="search"
        maxLength={80}
        autoComplete="off"
        placeholder={placeholder}
        value={list.search}
        onChange={(event) => list.find(event.target.value)}
      />
      <FilterChoices active={active}>{children}</FilterChoices>
    </search>
  );
}

interface ListChoiceProps {
  label: string;
  name: string;
  value: string;
  options: Option[];
  placeholder?: string;
  onChoose: (value: string) => void;
}

export function ListChoice({ onChoose, ...field }: ListChoiceProps) {
  return <SelectField {...field} className={s.choice} onChange={(event) => onChoose(event.target.value)} />;
}

/** The order of a list, for phones, where the table has no headings. */
export function ListSort({ list, options }: { list: ListState; options: Option[] }) {
  const { t } = useLingui();
  return (
    <ListChoice label={t`Sort`} name="sort" value={list.sort} options={options} onChoose={list.sortBy} />
  );
}

interface HeadingProps {
  label: string;
  of: string;
  sort: string;
  onSort: (sort: string) => void;
}

/** Sorts by its column, "name" up and "-name" down; a second press turns the order round. */
function Heading({ label, of, sort, onSort }: HeadingProps) {
  const down = sort === `-${of}`;
  const mark = cx(!down && s.up, sort !== of && !down && s.unsorted);
  return (
    <button type="button" className={s.sort} onClick={() => onSort(sort === of ? `-${of}` : of)}>
      {label}
      <Icon name="down" size="sm" className={mark} />
    </button>
  );
}

function direction(of: string, sort: string): "ascending" | "descending" | undefined {
  if (sort === of) return "ascending";
  return sort === `-${of}` ? "descending" : undefined;
}

/** Props of a column that is sorted by its heading. */
export const sortedBy = ({ label, of, sort, onSort }: HeadingProps) => ({
  label,
  head: <Heading label={label} of={of} sort={sort} onSort={onSort} />,
  sorted: direction(of, sort),
});

/** The order by the last change, for phones. */
export function useChangeSorts(): Option[] {
  const { t } = useLingui();
  return [
    { value: "-changed", label: t`Last change, newest first` },
    { value: "changed", label: t`Last change, oldest first` },
  ];
}

/** Lines of a cell below each other, such as a person, with a small `note` below. */
export function Lines({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <span className={s.lines}>
      {children}
      {note && <span className="xs mute">{note}</span>}
    </span>
  );
}

/** A short value that stays on one line, such as a date. */
export function Short({ children }: { children: ReactNode }) {
  return <span className={cx("num", s.short)}>{children}</span>;
}

/** Actions of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={s.actions}>{children}</span>;
}
