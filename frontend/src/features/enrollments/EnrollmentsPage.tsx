import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { WorkItem } from "@/client";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { copyText } from "@/components/work/copyText";
import { ListFrame } from "@/components/work/List";
import { ListTools } from "@/components/work/ListTools";
import { useHanded, useListState } from "@/components/work/listState";
import { WorkMain } from "@/components/work/WorkMain";
import { exportWork, useOpenWork, useWork } from "@/components/work/work";
import { useActor } from "@/lib/actor";
import { homeOf } from "@/lib/home";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { useSettled } from "@/lib/useSettled";
import { type Action, EnrollmentTable } from "./EnrollmentTable";
import { Filters } from "./Filters";

const ResendDialog = lazy(() => import("./ResendDialog"));
const WithdrawDialog = lazy(() => import("./WithdrawDialog"));
const HistoryDrawer = lazy(withTexts("dialogs", () => import("@/components/history/HistoryDrawer")));

const PER_PAGE = 10;
const DIALOGS = { code: ResendDialog, withdraw: WithdrawDialog, history: History };

function History({ row, onClose }: { row: WorkItem; onClose: () => void }) {
  return <HistoryDrawer id={row.enrollment_id} onClose={onClose} />;
}

function NoEnrollments({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { role } = useActor();
  if (filtered) {
    return (
      <Empty
        title={<Trans>No enrollments match</Trans>}
        action={
          <Button size="sm" onClick={onClear}>
            <Trans>Show all enrollments</Trans>
          </Button>
        }
      >
        <Trans>Try the beginning of a name, or another status.</Trans>
      </Empty>
    );
  }
  return (
    <Empty
      of="saved"
      title={<Trans>No enrollments yet</Trans>}
      action={
        <ButtonLink size="sm" to={homeOf(role)}>
          <Trans>Enroll a new member</Trans>
        </ButtonLink>
      }
    >
      <Trans>Applications you start appear here, from the first plan in the cart to the receipt.</Trans>
    </Empty>
  );
}

/** The enrollments of a rep or group, ten to a page, found and sorted by the server. */
export default function EnrollmentsPage() {
  const { t } = useLingui();
  const list = useListState({ sort: "-changed", filter: "status", handed: useHanded() });
  const search = useSettled(list.search);
  const wanted = { status: list.chosen, days: list.value("days"), search, sort: list.sort };
  const work = useWork({ ...wanted, page: list.page, perPage: PER_PAGE });
  const open = useOpenWork();
  const [asking, setAsking] = useState<{ action: keyof typeof DIALOGS; row: WorkItem } | null>(null);
  const act = (action: Action, row: WorkItem) => {
    if (action !== "link") return setAsking({ action, row });
    void copyText(work.data?.continue_link ?? "", t`The link is copied. It asks for the code and the email.`);
  };
  const Asked = asking && DIALOGS[asking.action];
  const stale = work.isPlaceholderData || search !== list.search.trim();
  return (
    <WorkMain>
      <div className="page-head">
        <PageHeading title={t`Enrollments`}>
          <Trans>Enrollments</Trans>
        </PageHeading>
      </div>
      <ListFrame
        label={t`Enrollments`}
        query={work}
        filters={
          <>
            <Filters list={list} />
            <ListTools
              list={list}
              name="enrollments"
              total={work.data?.total}
              onExport={() => exportWork(wanted)}
            />
          </>
        }
        loading={t`Loading enrollments`}
        failed={<Trans>We could not load the enrollments</Trans>}
        nothing={<NoEnrollments filtered={Boolean(search || list.view())} onClear={list.clear} />}
        found={(total) => t`${plural(total, { one: "# enrollment found", other: "# enrollments found" })}`}
        stale={stale}
        onPage={list.goTo}
      >
        {(rows) => (
          <EnrollmentTable
            rows={rows}
            sort={list.sort}
            onSort={list.sortBy}
            stale={stale}
            onOpen={(row) => void open(row)}
            onAct={act}
          />
        )}
      </ListFrame>
      {Asked && (
        <Suspense fallback={null}>
          <Asked row={asking.row} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </WorkMain>
  );
}
