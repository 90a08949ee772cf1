import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CardBones, Empty, FailedRead, Loading } from "@/components/ui/State";
import { Pager } from "@/components/ui/Table";
import { WorkMain } from "@/components/work/Desk";
import { useActor } from "@/lib/actor";
import { announce } from "@/lib/announce";
import { homeOf } from "@/lib/home";
import { PageHeading } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { useSettled } from "@/lib/useSettled";
import s from "./Enrollments.module.css";
import { Filters } from "./Filters";
import { WorkTable } from "./WorkTable";
import { useOpenWork, useWork } from "./work";

const PER_PAGE = 10;

/** Page, order and status stand in the address, so Back works; a searched name doesn't. */
function useListState() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState("");
  const write = (changes: Record<string, string>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ page: "", ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  return {
    page: Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1),
    sort: params.get("sort") === "changed" ? "changed" : "-changed",
    status: params.get("status") ?? "",
    search,
    find: (text: string) => {
      setSearch(text);
      if (params.has("page")) write({});
    },
    clear: () => {
      setSearch("");
      write({ status: "" });
    },
    goTo: (page: number) => write({ page: page > 1 ? String(page) : "" }),
    sortBy: (sort: string) => write({ sort: sort === "changed" ? sort : "" }),
    only: (status: string) => write({ status }),
  };
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
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
        <Trans>Try a part of the name, or another status.</Trans>
      </Empty>
    );
  }
  return (
    <Empty
      title={<Trans>No enrollments yet</Trans>}
      action={
        <ButtonLink size="sm" to={homeOf(role)}>
          <Trans>Enroll a new member</Trans>
        </ButtonLink>
      }
    >
      <Trans>What you start appears here, from the first plan in the cart to the receipt.</Trans>
    </Empty>
  );
}

/** The enrollments of a rep or group, ten to a page, found and sorted by the server. */
export default function EnrollmentsPage() {
  const { t } = useLingui();
  const list = useListState();
  const search = useSettled(list.search);
  const work = useWork({ ...list, search, perPage: PER_PAGE });
  const open = useOpenWork();
  const { data } = work;
  const total = data?.total;
  const stale = work.isPlaceholderData || search !== list.search.trim();
  useEffect(() => {
    if (stale || total === undefined) return;
    announce(t`${plural(total, { one: "# enrollment found", other: "# enrollments found" })}`);
  }, [stale, total, t]);

  const first = data ? (data.page - 1) * data.per_page + 1 : 0;
  const last = data ? first + data.result.length - 1 : 0;
  return (
    <WorkMain>
      <div className="page-head">
        <PageHeading title={t`Enrollments`}>
          <Trans>Enrollments</Trans>
        </PageHeading>
      </div>
      <section className={s.panel} aria-label={t`Enrollments`}>
        <Filters list={list} />
        {work.isPending && (
          <Loading label={t`Loading enrollments`} className={s.state}>
            <CardBones lines={6} />
          </Loading>
        )}
        {work.isError && (
          <div className={s.state}>
            <FailedRead
              title={<Trans>We could not load the enrollments</Trans>}
              onRetry={() => void work.refetch()}
              busy={work.isFetching}
            />
          </div>
        )}
        {data && !work.isError && total === 0 && (
          <div className={s.state}>
            <Nothing filtered={Boolean(search || list.status)} onClear={list.clear} />
          </div>
        )}
        {data && !work.isError && data.result.length > 0 && (
          <>
            <WorkTable
              rows={data.result}
              sort={list.sort}
              onSort={list.sortBy}
              stale={stale}
              onOpen={(row) => void open(row)}
            />
            <div className={s.foot}>
              <p className="small mute num">
                <Trans>
                  Showing {first} to {last} of {data.total}
                </Trans>
              </p>
              <Pager page={data.page} pages={data.pages} onPage={list.goTo} />
            </div>
          </>
        )}
      </section>
    </WorkMain>
  );
}
