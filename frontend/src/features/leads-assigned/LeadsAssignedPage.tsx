import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { LeadItem } from "@/client";
import { Button } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { type Column, Table } from "@/components/ui/Table";
import { WorkMain } from "@/components/work/Desk";
import {
  Lines,
  ListFrame,
  listTable,
  Short,
  sortedBy,
  useChangeSorts,
  WorkFilters,
} from "@/components/work/List";
import { useListState } from "@/components/work/listState";
import { PageHeading } from "@/lib/page";
import { useSettled } from "@/lib/useSettled";
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
        <Lines>
          <b>{who(row)}</b>
          {row.email && row.phone && <span className="xs mute">{row.phone}</span>}
        </Lines>
      ),
    },
    { key: "status", label: t`Status`, cell: (row) => <LeadBadge status={row.status} /> },
    {
      key: "said",
      label: t`Answers`,
      cell: (row) => (
        <Lines>
          <span>{row.answers.map((answer) => answer.answer).join(" · ")}</span>
          {!row.finished && (
            <span className="xs mute">
              <Trans>Chat not finished</Trans>
            </span>
          )}
        </Lines>
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
      cell: (row) => <Short>{row.changed_on}</Short>,
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
        title={<Trans>No leads match</Trans>}
        action={
          <Button size="sm" onClick={onClear}>
            <Trans>Show all leads</Trans>
          </Button>
        }
      >
        <Trans>Try the beginning of an email or phone number, or another status.</Trans>
      </Empty>
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
  const list = useListState({ sort: "-changed", filter: "status" });
  const search = useSettled(list.search);
  const leads = useLeads({ ...list, status: list.chosen, search, perPage: PER_PAGE });
  const stale = leads.isPlaceholderData || search !== list.search.trim();
  const words = useLeadWords();
  const sorts = useChangeSorts();
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
          <WorkFilters
            list={list}
            label={t`Search leads`}
            placeholder={t`Search by email, phone or answer`}
            name="status"
            title={t`Status`}
            words={words}
            all={t`All statuses`}
            sorts={sorts}
          />
        }
        loading={t`Loading leads`}
        failed={<Trans>We could not load the leads</Trans>}
        nothing={<Nothing filtered={Boolean(search || list.chosen)} onClear={list.clear} />}
        found={(total) => t`${plural(total, { one: "# lead found", other: "# leads found" })}`}
        stale={stale}
        onPage={list.goTo}
      >
        {(rows) => (
          <LeadTable rows={rows} sort={list.sort} onSort={list.sortBy} stale={stale} onOpen={setOpened} />
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
