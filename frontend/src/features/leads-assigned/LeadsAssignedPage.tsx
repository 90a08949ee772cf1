import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { ListFrame, useChangeSorts, WorkFilters } from "@/components/work/List";
import { ListTools } from "@/components/work/ListTools";
import { useListState } from "@/components/work/listState";
import { useSelection } from "@/components/work/Selection";
import { WorkMain } from "@/components/work/WorkMain";
import { PageHeading } from "@/lib/page";
import { useSettled } from "@/lib/useSettled";
import { LeadBulk } from "./LeadBulk";
import { LeadTable } from "./LeadTable";
import { exportLeads, useLeads } from "./leads";
import { useLeadWords } from "./status";

const AddLeadDialog = lazy(() => import("./AddLeadDialog"));
const PER_PAGE = 10;

function NoLeads({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
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
        <Trans>Try the beginning of a name, email or phone number, or another status.</Trans>
      </Empty>
    );
  }
  return (
    <Empty of="messages" title={<Trans>No leads yet</Trans>}>
      <Trans>Visitors who chat on your pages, and those the store assigns to you, appear here.</Trans>
    </Empty>
  );
}

/** Leads assigned to a rep, ten to a page. */
export default function LeadsAssignedPage() {
  const { t } = useLingui();
  const list = useListState({ sort: "-changed", filter: "status" });
  const search = useSettled(list.search);
  const filters = { status: list.chosen, search, sort: list.sort };
  const leads = useLeads({ ...filters, page: list.page, perPage: PER_PAGE });
  const { selected, select, clear } = useSelection<string>();
  const stale = leads.isPlaceholderData || search !== list.search.trim();
  const words = useLeadWords();
  const sorts = useChangeSorts();
  const [adding, setAdding] = useState(false);
  return (
    <WorkMain>
      <div className="page-head">
        <PageHeading title={t`Leads`}>
          <Trans>Leads</Trans>
        </PageHeading>
        <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
          <Trans>Add a lead</Trans>
        </Button>
      </div>
      <ListFrame
        label={t`Leads`}
        query={leads}
        filters={
          <>
            <WorkFilters
              list={list}
              label={t`Search leads`}
              placeholder={t`Search by name, email or phone`}
              name="status"
              title={t`Status`}
              words={words}
              all={t`All statuses`}
              sorts={sorts}
            />
            <ListTools
              list={list}
              name="leads"
              total={leads.data?.total}
              onExport={() => exportLeads(filters)}
            />
            <LeadBulk selected={selected} onClear={clear} />
          </>
        }
        loading={t`Loading leads`}
        failed={<Trans>We could not load the leads</Trans>}
        nothing={<NoLeads filtered={Boolean(search || list.chosen)} onClear={list.clear} />}
        found={(total) => t`${plural(total, { one: "# lead found", other: "# leads found" })}`}
        stale={stale}
        onPage={list.goTo}
      >
        {(rows) => (
          <LeadTable
            rows={rows}
            sort={list.sort}
            onSort={list.sortBy}
            stale={stale}
            selected={selected}
            onSelect={select}
          />
        )}
      </ListFrame>
      {adding && (
        <Suspense fallback={null}>
          <AddLeadDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </WorkMain>
  );
}
