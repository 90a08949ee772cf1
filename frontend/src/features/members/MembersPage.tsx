import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CardBones, Empty, FailedRead, Loading } from "@/components/ui/State";
import { Pager } from "@/components/ui/Table";
import { WorkMain } from "@/components/work/Desk";
import {
  type MemberRow,
  useEnrollMember,
  useGroups,
  useMembers,
  useMemberTotal,
} from "@/components/work/members";
import TierDialog from "@/components/work/TierDialog";
import { useCartGuard } from "@/components/work/useCartGuard";
import { useActor } from "@/lib/actor";
import { announce } from "@/lib/announce";
import { homeOf } from "@/lib/home";
import { PageHeading } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { useSettled } from "@/lib/useSettled";
import { Filters } from "./Filters";
import s from "./Members.module.css";
import { MemberTable } from "./MemberTable";

const PER_PAGE = 5;

/** Page, order and group stand in the address, so Back works; what was searched for names people and doesn't. */
function useListState() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const handed = (location.state as { search?: string } | null)?.search ?? "";
  const [search, setSearch] = useState(handed);
  const write = (changes: Record<string, string>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ page: "", ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { state: { search }, replace: true });
  };
  return {
    page: Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1),
    sort: params.get("sort") ?? "name",
    group: params.get("group") ?? "",
    search,
    find: (text: string) => {
      setSearch(text);
      if (params.has("page")) write({});
    },
    goTo: (page: number) => write({ page: page > 1 ? String(page) : "" }),
    sortBy: (sort: string) => write({ sort: sort === "name" ? "" : sort }),
    only: (group: string) => write({ group }),
  };
}

function Head() {
  const { t } = useLingui();
  const { role } = useActor();
  const total = useMemberTotal();
  const groups = useGroups().data?.length;
  return (
    <div className="page-head">
      <div>
        <PageHeading title={t`Current members`}>
          <Trans>Current members</Trans>
        </PageHeading>
        {total !== undefined && (
          <p className="small">
            {t`${plural(total, { one: "# member", other: "# members" })}`}
            {groups ? ` ${t`${plural(groups, { one: "across # group", other: "across # groups" })}`}` : ""}.
          </p>
        )}
      </div>
      <ButtonLink tone="primary" icon="plus" to={homeOf(role)} className="only-d">
        <Trans>New Member</Trans>
      </ButtonLink>
    </div>
  );
}

function Nobody({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { role } = useActor();
  if (filtered) {
    return (
      <Empty
        title={<Trans>No members match your search</Trans>}
        action={
          <Button size="sm" onClick={onClear}>
            <Trans>Show all members</Trans>
          </Button>
        }
      >
        <Trans>Try a part of the name, the email, or the group.</Trans>
      </Empty>
    );
  }
  return (
    <Empty
      title={<Trans>No members yet</Trans>}
      action={
        <ButtonLink size="sm" to={homeOf(role)}>
          <Trans>Enroll a new member</Trans>
        </ButtonLink>
      }
    >
      <Trans>Your members appear here once they enroll.</Trans>
    </Empty>
  );
}

/** The members of a rep or group: five to a page, found and sorted by the server. */
export default function MembersPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { role } = useActor();
  const list = useListState();
  const search = useSettled(list.search);
  const members = useMembers({ ...list, search, perPage: PER_PAGE });
  const enroll = useEnrollMember();
  const [chosen, setChosen] = useState<MemberRow | null>(null);
  const [guard, question] = useCartGuard();
  const { data } = members;
  const total = data?.total;
  const stale = members.isPlaceholderData || search !== list.search.trim();
  useEffect(() => {
    if (stale || total === undefined) return;
    announce(t`${plural(total, { one: "# member found", other: "# members found" })}`);
  }, [stale, total, t]);

  const first = data ? (data.page - 1) * data.per_page + 1 : 0;
  const last = data ? first + data.result.length - 1 : 0;
  return (
    <WorkMain>
      <Head />
      <section className={s.panel} aria-label={t`Members`}>
        <Filters list={list} />
        {members.isPending && (
          <Loading label={t`Loading members`} className={s.state}>
            <CardBones lines={6} />
          </Loading>
        )}
        {members.isError && (
          <div className={s.state}>
            <FailedRead
              title={<Trans>We could not load the members</Trans>}
              onRetry={() => void members.refetch()}
              busy={members.isFetching}
            />
          </div>
        )}
        {data && !members.isError && total === 0 && (
          <div className={s.state}>
            <Nobody
              filtered={Boolean(search || list.group)}
              onClear={() => {
                list.find("");
                list.only("");
              }}
            />
          </div>
        )}
        {data && !members.isError && data.result.length > 0 && (
          <>
            <MemberTable
              rows={data.result}
              sort={list.sort}
              onSort={list.sortBy}
              stale={stale}
              onEnroll={(row) => guard(() => setChosen(row))}
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
      {question}
      {chosen && (
        <TierDialog
          name={chosen.name}
          group={role === "group"}
          onClose={() => setChosen(null)}
          onChoose={async (tier, county) => {
            await enroll({
              userId: chosen.user_id,
              tier,
              county,
              policyId: chosen.policy_id,
              groupId: chosen.group_info.group_id,
            });
            await navigate("/plans");
          }}
        />
      )}
    </WorkMain>
  );
}
