import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import type { AddedPerson, GroupPeople } from "@/client";
import { DateField } from "@/components/form/DateField";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { FilterLinks } from "@/components/work/FilterLinks";
import { Approvals } from "@/components/work/group/Approvals";
import type { Left } from "@/components/work/group/LeavingDialog";
import { JoinedNotice, LeftNotice, type Undone, UndoneNotice } from "@/components/work/group/Notices";
import { mayLeave, type Person, SHOWN, type Show, usePeople } from "@/components/work/group/reads";
import { TeamRequests } from "@/components/work/group/TeamRequests";
import { useTakeBack } from "@/components/work/group/useTakeBack";
import { ListFilters, ListFrame } from "@/components/work/List";
import { useListState } from "@/components/work/listState";
import { WorkMain } from "@/components/work/WorkMain";
import { formatDay, parseDay } from "@/lib/dates";
import { money } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import { useSettled } from "@/lib/useSettled";
import { Classes } from "./Classes";
import s from "./GroupPeople.module.css";
import { PeopleTable } from "./PeopleTable";
import { Bulk, ClassChoice } from "./Tools";

function Counts({ show, day, people }: { show: Show; day: string; people: GroupPeople | undefined }) {
  const { t } = useLingui();
  if (!people) return <div className={s.countsSpace} />;
  const { counts } = people;
  const words: Record<Show, [string, number]> = {
    "": [t`Everyone`, counts.everybody],
    in_force: [t`In force`, counts.in_force],
    joining: [t`Joining`, counts.joining],
    leaving: [t`Leaving`, counts.leaving],
    left: [t`Left`, counts.left],
    waiting: [t`Waiting`, counts.waiting],
  };
  return (
    <FilterLinks
      className={s.counts}
      label={t`Which people`}
      links={SHOWN.map((key) => ({
        label: words[key][0],
        count: words[key][1],
        to: `?${new URLSearchParams({ ...(key && { show: key }), ...(day && { day }) })}`,
        chosen: show === key,
      }))}
    />
  );
}

/** The cost of all plans in force on the day, and who pays it. */
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
    <dl className={s.totals} aria-label={t`A month, everyone in force`}>
      {amounts.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The page that reports another change for a person with a plan. */
function ReportChange({ person }: { person: Person }) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  if (!person.plans.some((plan) => !plan.ends_on)) return null;
  return (
    <ButtonLink
      size="sm"
      tone="quiet"
      to={`/group-home/people/${person.member_id}/change`}
      state={{ from: `${pathname}${search}` }}
      aria-label={t`Report a life event, ${person.name}`}
    >
      <Trans>Report a life event</Trans>
    </ButtonLink>
  );
}

interface ActionsProps {
  person: Person;
  onUndo: () => Promise<void>;
  onLeave: () => void;
}

function PersonActions({ person, onUndo, onLeave }: ActionsProps) {
  const { t } = useLingui();
  return (
    <span className={s.actions}>
      <ReportChange person={person} />
      {person.undo ? (
        <Button size="sm" aria-label={t`Undo, ${person.name}`} onClick={() => void onUndo()}>
          <Trans>Undo</Trans>
        </Button>
      ) : mayLeave(person) ? (
        <Button size="sm" tone="quiet" aria-label={t`End employment, ${person.name}`} onClick={onLeave}>
          <Trans>End employment</Trans>
        </Button>
      ) : null}
    </span>
  );
}

interface DayFilterProps {
  asOf: string;
  /** The day of the address. */
  day: string;
  onDay: (day: string) => void;
}

function DayFilter({ asOf, day, onDay }: DayFilterProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(day || null);
  const [checked, setChecked] = useState("");
  const isWrong = checked && checked === typed && !parseDay(checked);
  return (
    <DateField
      id="people-day"
      label={t`As of`}
      className={s.day}
      value={typed ?? asOf}
      error={isWrong ? t`Please enter a valid date` : undefined}
      onBlur={(event) => setChecked(event.target.value)}
      onChange={(event) => {
        setTyped(event.target.value);
        const chosen = parseDay(event.target.value);
        if (chosen || !event.target.value) onDay(chosen ? formatDay(chosen) : "");
      }}
    />
  );
}

function NoPeople({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) {
    return (
      <Empty of="members" title={<Trans>No one yet</Trans>}>
        <Trans>People who join the group or enroll with its code appear here.</Trans>
      </Empty>
    );
  }
  return (
    <Empty
      title={<Trans>No matches</Trans>}
      action={
        <Button size="sm" onClick={onClear}>
          <Trans>Show everyone</Trans>
        </Button>
      }
    >
      <Trans>No one in the group matches your search.</Trans>
    </Empty>
  );
}

const LeavingDialog = lazy(() => import("@/components/work/group/LeavingDialog"));
const JoiningDialog = lazy(() => import("@/components/work/group/JoiningDialog"));
const NewSharesDialog = lazy(() => import("./NewSharesDialog"));

/** The people of a group for its administrator: who has what as of a day, and who pays how much of it. */
export default function GroupPeoplePage() {
  const { t } = useLingui();
  const location = useLocation();
  const handed = (location.state as { search?: string } | null)?.search ?? "";
  const list = useListState({ sort: "name", filter: "show", handed });
  const search = useSettled(list.search);
  const show = SHOWN.find((key) => key === list.chosen) ?? "";
  const date = parseDay(list.value("day"));
  const day = date ? formatDay(date) : "";
  const classId = list.value("class");
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const people = usePeople({ page: list.page, perPage: 20, search, show, day, classId });
  const stale = people.isPlaceholderData || search !== list.search.trim();
  const roster = people.data;
  const asOf = roster?.day ?? "";
  const { problem, takeBack } = useTakeBack();
  const [leaving, setLeaving] = useState<Person | "anybody" | null>(null);
  const [left, setLeft] = useState<Left | null>(null);
  const [joining, setJoining] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [joined, setJoined] = useState<AddedPerson | null>(null);
  const [undone, setUndone] = useState<Undone | null>(null);
  const undo = async (memberId: number, orderId: string, undoing: Undone) => {
    setUndone(null);
    if (!(await takeBack(memberId, orderId))) return;
    setLeft(null);
    setUndone(undoing);
  };
  return (
    <WorkMain>
      <div className="page-head">
        <div>
          <PageHeading title={t`People`}>
            <Trans>People</Trans>
          </PageHeading>
          <p className="small">
            <Trans>Who's covered in your group, and who pays what.</Trans>
          </p>
        </div>
        <div className="row">
          {roster && (
            <Button size="sm" tone="quiet" onClick={() => setSharing(true)}>
              <Trans>New contributions</Trans>
            </Button>
          )}
          <ButtonLink size="sm" icon="document" to="/group-home/roster">
            <Trans>Upload a roster</Trans>
          </ButtonLink>
          <Button size="sm" icon="minus" onClick={() => setLeaving("anybody")}>
            <Trans>End employment</Trans>
          </Button>
          <Button size="sm" icon="plus" onClick={() => setJoining(true)}>
            <Trans>Someone joined</Trans>
          </Button>
        </div>
      </div>
      {problem && (
        <Banner tone="bad" live="alert" news>
          {problem}
        </Banner>
      )}
      {joined && <JoinedNotice added={joined} />}
      {left && (
        <LeftNotice
          left={left}
          onUndo={() =>
            void undo(left.memberId, left.orderId, {
              name: left.name,
              what: left.waitsFor ? "request" : "leaving",
            })
          }
        />
      )}
      {undone && <UndoneNotice undone={undone} />}
      <Approvals />
      <TeamRequests />
      <ListFrame
        label={t`People of the group`}
        query={people}
        filters={
          <>
            <Counts show={show} day={day} people={roster} />
            <ListFilters list={list} label={t`Search people`} placeholder={t`Name, birth date or email`}>
              <ClassChoice value={classId} onChoose={(id) => list.setValue("class", id)} />
              <DayFilter asOf={asOf} day={day} onDay={(chosen) => list.setValue("day", chosen)} />
            </ListFilters>
            <Bulk
              selected={selected}
              filters={{ search, show, day, class_id: classId }}
              groupName={roster?.group_name ?? ""}
              onClear={() => setSelected(new Set())}
            />
          </>
        }
        loading={t`Loading people`}
        failed={<Trans>We could not load the people</Trans>}
        nothing={
          <NoPeople
            filtered={Boolean(search || show || classId)}
            onClear={classId ? () => list.setValue("class", "") : list.clear}
          />
        }
        found={(total) => t`${plural(total, { one: "# person found", other: "# people found" })}`}
        stale={stale}
        onPage={list.goTo}
      >
        {(rows) => (
          <>
            <PeopleTable
              people={rows}
              stale={stale}
              selected={selected}
              onSelect={(ids, on) => {
                const next = new Set(selected);
                for (const id of ids) on ? next.add(id) : next.delete(id);
                setSelected(next);
              }}
              actions={(person) => (
                <PersonActions
                  person={person}
                  onUndo={() => undo(person.member_id, person.undo, { name: person.name, what: "leaving" })}
                  onLeave={() => setLeaving(person)}
                />
              )}
            />
            {roster && <Totals people={roster} />}
          </>
        )}
      </ListFrame>
      {roster && <Classes people={roster} />}
      {sharing && roster && (
        <Suspense fallback={null}>
          <NewSharesDialog groupName={roster.group_name} onClose={() => setSharing(false)} />
        </Suspense>
      )}
      {joining && (
        <Suspense fallback={null}>
          <JoiningDialog
            onClose={() => setJoining(false)}
            onDone={(added) => {
              setJoining(false);
              setJoined(added);
            }}
          />
        </Suspense>
      )}
      {leaving && (
        <Suspense fallback={null}>
          <LeavingDialog
            chosen={leaving === "anybody" ? null : leaving}
            onClose={() => setLeaving(null)}
            onDone={(done) => {
              setLeaving(null);
              setUndone(null);
              setLeft(done);
            }}
          />
        </Suspense>
      )}
    </WorkMain>
  );
}
