import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { ListFrame } from "@/components/work/List";
import { ListTools } from "@/components/work/ListTools";
import { useHanded, useListState } from "@/components/work/listState";
import {
  exportMembers,
  type MemberRow,
  useEnrollMember,
  useGroups,
  useMembers,
  useMemberTotal,
} from "@/components/work/members";
import TierDialog from "@/components/work/TierDialog";
import { useCartGuard } from "@/components/work/useCartGuard";
import { WorkMain } from "@/components/work/WorkMain";
import { useActor } from "@/lib/actor";
import { homeOf } from "@/lib/home";
import { PageHeading } from "@/lib/page";
import { useSettled } from "@/lib/useSettled";
import { Filters } from "./Filters";
import { MemberTable } from "./MemberTable";

const PER_PAGE = 5;

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
        <p className="small">
          {total === undefined ? (
            "\u00a0"
          ) : (
            <>
              {t`${plural(total, { one: "# member", other: "# members" })}`}
              {groups ? ` ${t`${plural(groups, { one: "across # group", other: "across # groups" })}`}` : ""}.
            </>
          )}
        </p>
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
        <Trans>Try a part of the name, the birth date, or the last four digits of the SSN.</Trans>
      </Empty>
    );
  }
  return (
    <Empty
      of="members"
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

/** The portal that was chosen before the member, where the member's group uses it; else the record's own holds. */
function useWantedPortal(): (groupId: number | null) => number | undefined {
  const requestedPortal = Number(new URLSearchParams(useLocation().search).get("portal"));
  const groups = useGroups().data;
  return (groupId) => {
    const group = groups?.find((group) => group.gid === groupId);
    return requestedPortal && (!groupId || group?.platforms.includes(requestedPortal))
      ? requestedPortal
      : undefined;
  };
}

/** The members of a rep or group: five to a page, found and sorted by the server. */
export default function MembersPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { role } = useActor();
  const handed = useHanded();
  const list = useListState({
    sort: "name",
    sorts: ["name", "dob", "group", "email"],
    filter: "group",
    handed,
  });
  const search = useSettled(list.search);
  const wanted = { group: list.chosen, search, sort: list.sort };
  const members = useMembers({ ...wanted, page: list.page, perPage: PER_PAGE });
  const portalFor = useWantedPortal();
  const enroll = useEnrollMember();
  const [chosen, setChosen] = useState<MemberRow | null>(null);
  const [guard, question] = useCartGuard();
  const stale = members.isPlaceholderData || search !== list.search.trim();
  return (
    <WorkMain>
      <Head />
      <ListFrame
        label={t`Members`}
        query={members}
        filters={
          <>
            <Filters list={list} />
            <ListTools
              list={list}
              name="members"
              total={members.data?.total}
              onExport={() => exportMembers(wanted)}
            />
          </>
        }
        loading={t`Loading members`}
        failed={<Trans>We could not load the members</Trans>}
        nothing={<Nobody filtered={Boolean(search || list.chosen)} onClear={list.clear} />}
        found={(total) => t`${plural(total, { one: "# member found", other: "# members found" })}`}
        stale={stale}
        onPage={list.goTo}
      >
        {(rows) => (
          <MemberTable
            rows={rows}
            sort={list.sort}
            onSort={list.sortBy}
            stale={stale}
            onEnroll={(row) => guard(() => setChosen(row))}
          />
        )}
      </ListFrame>
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
              portalId: portalFor(chosen.group_info.group_id),
            });
            await navigate("/plans");
          }}
        />
      )}
    </WorkMain>
  );
}
