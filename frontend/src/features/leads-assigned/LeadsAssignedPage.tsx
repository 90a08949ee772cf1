import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { LeadItem } from "@/client";
import { Button } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { type Column, Table } from "@/components/ui/Table";
import { WorkMain } from "@/components/work/Desk";
import { ListChoice, ListChoices, ListFrame, ListSort, listTable, sortedBy } from "@/components/work/List";
import { useListState } from "@/components/work/listState";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import s from "./LeadsAssigned.module.css";
import { useLeads } from "./leads";
import { LeadBadge, useLeadWords } from "./status";

const LeadDrawer = lazy(() => import("./LeadDrawer"));

const PER_PAGE = 10;

interface LeadTableProps {
  rows: LeadItem[];
  sort: string;
  onSort: (sort: string) => void;
  stale: boolean;
  onOpen: (row: LeadItem) => void;
}

function LeadTable({ rows, sort, onSort, stale, onOpen }: LeadTableProps) {
  const { t } = useLingui();
  const who = (row: LeadItem) => row.email || row.phone || t`Visitor without contact`;
  const columns: Column<LeadItem>[] = [
    {
      key: "who",
      label: t`Contact`,
      header: true,
      width: 240,
      cell: (row) => (
        <span className={s.who}>
          <b>{who(row)}</b>
          {row.email && row.phone && <span className="xs mute">{row.phone}</span>}
        </span>
      ),
    },
    { key: "status", label: t`Status`, cell: (row) => <LeadBadge status={row.status} /> },
    {
      key: "said",
      label: t`Answers`,
      cell: (row) => (
        <span className={s.who}>
          <span>{row.answers.map((one) => one.answer).join(" · ")}</span>
          {!row.finished && (
            <span className="xs mute">
              <Trans>Chat not finished</Trans>
            </span>
          )}
        </span>
      ),
    },
    {
      key: "notes",
      label: t`Notes`,
      cell: (row) => <span className="num">{row.notes.length}</span>,
    },
    {
      key: "changed",
      ...sortedBy({ label: t`Last change`, of: "changed", sort, onSort }),
      cell: (row) => <span className={cx("num", s.date)}>{row.changed_on}</span>,
    },
    {
      key: "action",
      label: t`Action`,
      bare: true,
      right: true,
      cell: (row) => (
        <Button size="sm" aria-label={t`Open lead, ${who(row)}`} onClick={() => onOpen(row)}>
          <Trans>Open</Trans>
        </Button>
      ),
    },
  ];
  return (
    <Table
      variant="grid"
      caption={t`Leads`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.lead_id}
      className={listTable}
      stale={stale}
    />
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <Empty
        title={<Trans>No leads with this status</Trans>}
        action={
          <Button size="sm" onClick={onClear}>
            <Trans>Show all leads</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <Empty title={<Trans>No leads yet</Trans>}>
      <Trans>Visitors who chat on your pages, and those the store assigns to you, appear here.</Trans>
    </Empty>
  );
}

/** Leads assigned to a rep, ten to a page; one opens beside the list with its chat and notes. */
export default function LeadsAssignedPage() {
  const { t } = useLingui();
  const state = useListState({ sort: "-changed", filter: "status" });
  const list = { ...state, sort: state.sort === "changed" ? "changed" : "-changed" };
  const leads = useLeads({ ...list, status: list.chosen, perPage: PER_PAGE });
  const words = useLeadWords();
  const [opened, setOpened] = useState<LeadItem | null>(null);
  // The row as the list has it now, or as it was opened when a change took it off the page.
  const shown = opened && (leads.data?.result.find((row) => row.lead_id === opened.lead_id) ?? opened);
  return (
    <WorkMain>
      <div className="page-head">
        <PageHeading title={t`Leads`}>
          <Trans>Leads</Trans>
        </PageHeading>
      </div>
      <ListFrame
        label={t`Leads`}
        query={leads}
        filters={
          <ListChoices>
            <ListChoice
              label={t`Status`}
              name="status"
              value={list.chosen}
              placeholder={t`All statuses`}
              options={Object.entries(words).map(([value, label]) => ({ value, label }))}
              onChoose={list.choose}
            />
            <ListSort
              list={list}
              options={[
                { value: "-changed", label: t`Last change, newest first` },
                { value: "changed", label: t`Last change, oldest first` },
              ]}
            />
          </ListChoices>
        }
        loading={t`Loading leads`}
        failed={<Trans>We could not load the leads</Trans>}
        nothing={<Nothing filtered={Boolean(list.chosen)} onClear={list.clear} />}
        found={(total) => t`${plural(total, { one: "# lead found", other: "# leads found" })}`}
        stale={leads.isPlaceholderData}
        onPage={list.goTo}
      >
        {(rows) => (
          <LeadTable
            rows={rows}
            sort={list.sort}
            onSort={list.sortBy}
            stale={leads.isPlaceholderData}
            onOpen={setOpened}
          />
        )}
      </ListFrame>
      {shown && (
        <Suspense fallback={null}>
          <LeadDrawer key={shown.lead_id} lead={shown} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </WorkMain>
  );
}
