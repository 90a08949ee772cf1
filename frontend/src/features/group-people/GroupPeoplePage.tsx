import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { GroupPeople } from "@/client";
import { DateField } from "@/components/form/DateField";
import { Button } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { ListFilters, ListFrame } from "@/components/work/List";
import { type ListState, useListState } from "@/components/work/listState";
import { WorkMain } from "@/components/work/WorkMain";
import { parseDay } from "@/lib/dates";
import { money } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import { useSettled } from "@/lib/useSettled";
import { Classes } from "./Classes";
import s from "./GroupPeople.module.css";
import { PeopleTable } from "./PeopleTable";
import { SHOWN, type Show, usePeople } from "./reads";

function Counts({ list, show, people }: { list: ListState; show: Show; people: GroupPeople | undefined }) {
  const { t } = useLingui();
  if (!people) return null;
  const { counts } = people;
  const words: Record<Show, [string, number]> = {
    "": [t`Everybody`, counts.everybody],
    in_force: [t`In force`, counts.in_force],
    joining: [t`Joining`, counts.joining],
    leaving: [t`Leaving`, counts.leaving],
    waiting: [t`Waiting`, counts.waiting],
  };
  return (
    <div className={s.counts} role="group" aria-label={t`Which people`}>
      {SHOWN.map((key) => (
        <button key={key || "all"} type="button" aria-pressed={show === key} onClick={() => list.choose(key)}>
          {words[key][0]} <span className="num">{words[key][1]}</span>
        </button>
      ))}
    </div>
  );
}

/** What everything costs that is in force on the day, and who pays it. */
function Totals({ people }: { people: GroupPeople }) {
  const { t } = useLingui();
  const { group_name, total_split } = people;
  if (!total_split.premium) return null;
  const amounts = [
    [t`Premium`, total_split.premium],
    [t`${group_name} pays`, total_split.employer],
    [t`They pay`, total_split.own],
  ] as const;
  return (
    <dl className={s.totals} aria-label={t`A month, everybody in force`}>
      {amounts.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The people of a group for its administrator: who has what as of a day, and who pays how much of it. */
export default function GroupPeoplePage() {
  const { t } = useLingui();
  const list = useListState({ sort: "name", filter: "show" });
  const search = useSettled(list.search);
  const show = SHOWN.find((key) => key === list.chosen) ?? "";
  const [typed, setTyped] = useState("");
  const day = parseDay(typed) ? typed : "";
  const people = usePeople({ page: list.page, search, show, day });
  const stale = people.isPlaceholderData || search !== list.search.trim();
  const shown = people.data;
  const asOf = shown?.day ?? "";
  return (
    <WorkMain>
      <div className="page-head">
        <div>
          <PageHeading title={t`People`}>
            <Trans>People</Trans>
          </PageHeading>
          <p className="small">
            <Trans>Who has what in your group, and who pays how much of it.</Trans>
          </p>
        </div>
      </div>
      <ListFrame
        label={t`People of the group`}
        query={people}
        filters={
          <>
            <Counts list={list} show={show} people={shown} />
            <ListFilters list={list} label={t`Search people`} placeholder={t`Name, birth date or email`}>
              <DateField
                id="people-day"
                label={t`As of`}
                className={s.day}
                value={typed || asOf}
                error={typed && !day ? t`Please enter a valid date` : undefined}
                onChange={(event) => setTyped(event.target.value)}
              />
            </ListFilters>
          </>
        }
        loading={t`Loading people`}
        failed={<Trans>We could not load the people</Trans>}
        nothing={
          <Empty
            title={<Trans>Nobody here</Trans>}
            action={
              search || show ? (
                <Button size="sm" onClick={list.clear}>
                  <Trans>Show everybody</Trans>
                </Button>
              ) : undefined
            }
          >
            <Trans>Nobody of the group fits what you look for.</Trans>
          </Empty>
        }
        found={(total) => t`${plural(total, { one: "# person found", other: "# people found" })}`}
        stale={stale}
        onPage={list.goTo}
      >
        {(rows) => (
          <>
            <PeopleTable people={rows} groupName={shown?.group_name ?? ""} stale={stale} />
            {shown && <Totals people={shown} />}
          </>
        )}
      </ListFrame>
      {shown && <Classes people={shown} />}
    </WorkMain>
  );
}
