import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { Book, Clients as ClientsAnswer } from "@/client";
import { TextField } from "@/components/form/TextField";
import { Avatar } from "@/components/ui/Avatar";
import { Badge } from "@/components/ui/Badge";
import { Button } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { type Column, Table } from "@/components/ui/Table";
import { FilterLinks } from "@/components/work/FilterLinks";
import { FilterChoices, ListChoice, ListFrame } from "@/components/work/List";
import { ListTools } from "@/components/work/ListTools";
import { useListState } from "@/components/work/listState";
import { useGroups } from "@/components/work/members";
import {
  type Selected,
  SelectionBar,
  useBulkAction,
  useSelectColumn,
  useSelection,
} from "@/components/work/Selection";
import { money } from "@/lib/format";
import { Link } from "@/lib/router";
import { saveFile } from "@/lib/saveFile";
import { useSettled } from "@/lib/useSettled";
import s from "./Book.module.css";
import { exportClients, SHOWN, type Shown, useClients } from "./reads";
import { shortDay, useCategories } from "./words";

const MOST_AT_ONCE = 200;

type Client = ClientsAnswer["result"][number];

/** Which clients are listed, as links with their counts. */
function Filters({ book, chosen }: { book: Book; chosen: Shown }) {
  const { t } = useLingui();
  const count = (kind: string) => book.lanes.find((lane) => lane.kind === kind)?.count;
  const links: { show: Shown; label: string; count?: number | undefined }[] = [
    { show: "", label: t`All`, count: book.figures.clients },
    { show: "renewal", label: t`Renewals`, count: count("renewal") },
    { show: "ending", label: t`Endings`, count: count("ending") },
    { show: "ageing", label: t`Aging out`, count: count("ageing") },
    { show: "birthday", label: t`Birthdays`, count: count("birthday") },
    { show: "former", label: t`Former` },
  ];
  return (
    <FilterLinks
      className={s.chips}
      label={t`Show`}
      links={links.map(({ show, label, count }) => ({
        label,
        count,
        to: show ? `/book-of-business?show=${show}#clients` : "/book-of-business#clients",
        chosen: show === chosen,
      }))}
    />
  );
}

function Next({ client }: { client: Client }) {
  const { next } = client;
  if (!next) {
    return (
      <span className={s.next}>
        <Trans>Nothing due</Trans>
      </span>
    );
  }
  const day = shortDay(next.day);
  const { person, title } = next;
  if (next.kind === "ending") {
    return (
      <Badge tone="bad" icon="warning">
        <Trans>Ends {day}</Trans>
      </Badge>
    );
  }
  if (next.kind === "ageing") {
    return (
      <Badge tone="warn" icon="clock">
        <Trans>
          {person} ages out {day}
        </Trans>
      </Badge>
    );
  }
  if (next.kind === "renewal") {
    return (
      <Badge tone="warn" icon="clock">
        {!next.after || next.next_plan ? (
          <Trans>Plan ends before {day}, not answered</Trans>
        ) : (
          <Trans>Renews {day}, not answered</Trans>
        )}
      </Badge>
    );
  }
  if (next.kind === "reported") {
    return (
      <Badge tone="ok" icon="check">
        <Trans>
          {title}, reported {day}
        </Trans>
      </Badge>
    );
  }
  return (
    <span className={s.next}>
      <Trans>Birthday {day}</Trans>
    </span>
  );
}

interface ClientTableProps {
  rows: Client[];
  stale: boolean;
  selected: Selected<number>;
  onSelect: (memberIds: number[], on: boolean) => void;
}

function ClientTable({ rows, stale, selected, onSelect }: ClientTableProps) {
  const { t } = useLingui();
  const select = useSelectColumn({
    rows,
    keyOf: (row) => row.member_id,
    nameOf: (row) => row.name,
    all: t`Select all clients on this page`,
    selected,
    onSelect,
  });
  const sayCategories = useCategories();
  const columns: Column<Client>[] = [
    select,
    {
      key: "client",
      label: t`Client`,
      header: true,
      width: 250,
      cell: (row) => (
        <span className={s.client}>
          <Avatar name={row.name} size="sm" />
          <span>
            <Link to={`/book-of-business/${row.member_id}`}>{row.name}</Link>
            <span className={`xs mute ${s.below}`}>{row.group || row.place}</span>
          </span>
        </span>
      ),
    },
    {
      key: "plans",
      label: t`Plans`,
      bare: true,
      cell: (row) =>
        row.categories.length ? (
          <>
            {sayCategories(row.categories)}
            <span className={`xs mute ${s.below}`}>
              {t`${plural(row.people, { one: "# person insured", other: "# people insured" })}`}
            </span>
          </>
        ) : (
          <>
            <Trans>No coverage</Trans>
            {row.ended_on && <span className={`xs mute ${s.below}`}>{t`Ended ${row.ended_on}`}</span>}
          </>
        ),
    },
    { key: "next", label: t`Next`, bare: true, cell: (row) => <Next client={row} /> },
    {
      key: "monthly",
      label: t`Premium a month`,
      right: true,
      cell: (row) => <b className="num">{money(row.monthly)}</b>,
    },
  ];
  return (
    <Table
      variant="grid"
      className={s.table}
      caption={t`Clients`}
      columns={columns}
      rows={rows}
      rowKey={(row) => String(row.member_id)}
      stale={stale}
    />
  );
}

/** What can be done with the selected clients, whatever the filters show by now. */
function ClientBulk({ selected, onClear }: { selected: Selected<number>; onClear: () => void }) {
  const { t } = useLingui();
  const { busy, said, problem, run } = useBulkAction();
  const count = selected.size;
  const exported = async () => {
    const file = await exportClients({
      search: "",
      show: "",
      group_id: "",
      members: [...selected].join(","),
    });
    saveFile(file.name, file.content, "text/csv;charset=utf-8");
    onClear();
    return t`${plural(file.rows, { one: "# client exported.", other: "# clients exported." })}`;
  };
  const status = count
    ? t`${plural(count, { one: "# client selected", other: "# clients selected" })}`
    : said;
  return (
    <SelectionBar
      label={t`Selected clients`}
      status={status}
      problem={problem}
      onClear={count ? onClear : undefined}
    >
      {count > MOST_AT_ONCE && (
        <p className="small mute">
          <Trans>You can export up to {MOST_AT_ONCE} clients at once.</Trans>
        </p>
      )}
      {count > 0 && count <= MOST_AT_ONCE && (
        <Button
          size="sm"
          icon="download"
          busy={busy === "export"}
          busyText={t`Exporting`}
          onClick={() => void run("export", exported)}
        >
          {t`${plural(count, { one: "Export # client", other: "Export # clients" })}`}
        </Button>
      )}
    </SelectionBar>
  );
}

function Nobody({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title={<Trans>No clients match</Trans>}
      action={
        <Button size="sm" onClick={onClear}>
          <Trans>Show all clients</Trans>
        </Button>
      }
    >
      <Trans>Try a part of the name, a policy number, a phone number or the birth date.</Trans>
    </Empty>
  );
}

/** All clients, eight to a page; filters and page are in the address. */
export function Clients({ book }: { book: Book }) {
  const { t } = useLingui();
  const { hash } = useLocation();
  const list = useListState({ sort: "name", filter: "show" });
  const chosen = SHOWN.find((show) => show === list.chosen) ?? "";
  const search = useSettled(list.search);
  const groups = useGroups().data ?? [];
  const wanted = { search, show: chosen as Shown, group_id: list.value("group") };
  const clients = useClients({ page: list.page, ...wanted });
  const { selected, select, clear } = useSelection<number>();
  const stale = clients.isPlaceholderData || search !== list.search.trim();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice leads here again
  useEffect(() => {
    if (hash === "#clients") place.current?.scrollIntoView({ block: "nearest" });
  }, [hash, chosen]);
  return (
    <div id="clients" ref={place} className={s.clients}>
      <ListFrame
        label={t`Clients`}
        query={clients}
        filters={
          <>
            <div className={s.listHead}>
              <h2>
                <Trans>Clients</Trans>
              </h2>
              <search>
                <TextField
                  label={<span className="sr">{t`Search clients`}</span>}
                  name="search"
                  type="search"
                  icon="search"
                  maxLength={80}
                  autoComplete="off"
                  placeholder={t`Name, policy, phone, or group`}
                  value={list.search}
                  onChange={(event) => list.find(event.target.value)}
                />
              </search>
            </div>
            <Filters book={book} chosen={chosen} />
            <ListTools
              list={list}
              name="clients"
              total={clients.data?.total}
              onExport={() => exportClients(wanted)}
            >
              {groups.length > 0 && (
                <FilterChoices active={list.value("group") ? 1 : 0}>
                  <ListChoice
                    label={t`Group`}
                    name="group"
                    value={list.value("group")}
                    placeholder={t`All groups`}
                    options={groups.map((group) => ({ value: String(group.gid), label: group.gname }))}
                    onChoose={(group) => list.setValue("group", group)}
                  />
                </FilterChoices>
              )}
            </ListTools>
            <ClientBulk selected={selected} onClear={clear} />
          </>
        }
        loading={t`Loading clients`}
        failed={<Trans>We could not load the clients</Trans>}
        nothing={<Nobody onClear={list.clear} />}
        found={(total) => t`${plural(total, { one: "# client found", other: "# clients found" })}`}
        stale={stale}
        onPage={list.goTo}
      >
        {(rows) => <ClientTable rows={rows} stale={stale} selected={selected} onSelect={select} />}
      </ListFrame>
    </div>
  );
}
