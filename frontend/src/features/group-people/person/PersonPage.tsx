import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useParams } from "react-router";
import type { GroupPerson, MonthSplit } from "@/client";
import { Avatar } from "@/components/ui/Avatar";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Breadcrumb } from "@/components/ui/Breadcrumb";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Facts } from "@/components/ui/Facts";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { Table } from "@/components/ui/Table";
import type { Left } from "@/components/work/group/LeavingDialog";
import { LeftNotice, type Undone, UndoneNotice } from "@/components/work/group/Notices";
import { personPath } from "@/components/work/group/PersonLink";
import { mayLeave } from "@/components/work/group/reads";
import { useTakeBack } from "@/components/work/group/useTakeBack";
import { WorkMain } from "@/components/work/WorkMain";
import { ApiError } from "@/lib/api";
import { money } from "@/lib/format";
import { PageHeading, STAY } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { Details, type Fact } from "./Details";
import s from "./Person.module.css";
import { refreshPerson, usePerson } from "./reads";
import { WorkFacts, WorkForm } from "./Work";

const LeavingDialog = lazy(() => import("@/components/work/group/LeavingDialog"));
const PEOPLE = "/group-home/people";

interface Line {
  key: string;
  name: string;
  note: string;
  split: MonthSplit;
}

/** What somebody has, and who pays how much of it. */
function Coverage({ person }: { person: GroupPerson }) {
  const { t } = useLingui();
  const { enroll_by: until, covered_from: from, fees, plans, split } = person.person;
  const { first_name: name } = person;
  const missing = t`Not on record`;
  const show = (amount: string) => (amount ? money(amount) : missing);
  const lines: Line[] = [
    ...plans.map((plan) => ({
      key: plan.policy_number,
      name: plan.plan,
      note: [
        plan.tier,
        plan.people.join(", "),
        plan.starts_on && t`Starts on ${plan.starts_on}`,
        plan.ends_on && t`Ends on ${plan.ends_on}`,
      ]
        .filter(Boolean)
        .join(". "),
      split: plan.split,
    })),
    ...fees.map((fee) => ({ key: fee.name, name: fee.name, note: "", split: fee.split })),
  ];
  const total: Line = { key: "total", name: t`A month, now`, note: "", split };
  const amount = (row: Line, part: "premium" | "employer" | "own") =>
    row.key === "total" ? (
      <b className="num">{show(row.split[part])}</b>
    ) : (
      <span className="num">{show(row.split[part])}</span>
    );
  return (
    <Panel titleId="coverage" title={<Trans>Coverage</Trans>}>
      {lines.length === 0 ? (
        <p className={s.empty}>
          {until ? (
            <Trans>
              {name} has no plan yet, and can enroll until {until}. Coverage starts {from}.
            </Trans>
          ) : (
            <Trans>{name} has no plan of the group.</Trans>
          )}
        </p>
      ) : (
        <Table
          variant="grid"
          caption={t`Coverage`}
          rows={[...lines, total]}
          rowKey={(row) => row.key}
          columns={[
            {
              key: "plan",
              label: t`Plan`,
              header: true,
              cell: (row) => (
                <span className={s.plan}>
                  <b>{row.name}</b>
                  {row.note && <span className="xs mute">{row.note}</span>}
                </span>
              ),
            },
            { key: "premium", label: t`Premium`, right: true, cell: (row) => amount(row, "premium") },
            {
              key: "employer",
              label: t`The group pays`,
              right: true,
              cell: (row) => amount(row, "employer"),
            },
            { key: "own", label: t`${name} pays`, right: true, cell: (row) => amount(row, "own") },
          ]}
        />
      )}
    </Panel>
  );
}

function Dependents({ person }: { person: GroupPerson }) {
  const { first_name: name } = person;
  return (
    <Panel titleId="dependents" title={<Trans>Dependents</Trans>}>
      {person.dependents.length === 0 ? (
        <p className={s.empty}>
          <Trans>No dependents on record.</Trans>
        </p>
      ) : (
        <ul className={s.family}>
          {person.dependents.map((row, index) => (
            <li key={`${row.name}-${index}`}>
              <Avatar name={row.name} size="sm" />
              <span>
                <b>{row.name}</b>
                <span className="xs mute">
                  <Trans>
                    {row.relationship}, {row.age}
                  </Trans>
                  {row.plans.length > 0 && `. ${row.plans.join(", ")}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={`${s.note} xs mute`}>
        <Trans>{name} adds or removes people under My benefits, or you report the life event.</Trans>
      </p>
    </Panel>
  );
}

function Activity({ person }: { person: GroupPerson }) {
  if (person.activity.length === 0) return null;
  return (
    <Panel titleId="activity" title={<Trans>Activity</Trans>}>
      <ol className={s.feed}>
        {person.activity.map((event, index) => (
          <li key={`${event.day}-${index}`}>
            <span className="num mute">{event.day.slice(0, 5)}</span>
            <span>{event.text}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface PersonProps {
  person: GroupPerson;
}

function Person({ person }: PersonProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const { problem, takeBack } = useTakeBack();
  const [saved, setSaved] = useState("");
  const [leaving, setLeaving] = useState(false);
  const [left, setLeft] = useState<Left | null>(null);
  const [asked, setAsked] = useState<{ team: string; orderId: string } | null>(null);
  const { first_name: first, person: row } = person;
  const { hired_on: hired, left_on: lastDay, member_id: id, name } = row;
  const changing = query.get("change") ?? "";
  const open = (change: string) => setQuery(new URLSearchParams(change ? { change } : {}), { replace: true });
  const [undone, setUndone] = useState<Undone["what"] | null>(null);
  const undo = async (orderId: string, what: Undone["what"]) => {
    setUndone(null);
    if (!(await takeBack(id, orderId))) return;
    setSaved("");
    setLeft(null);
    setAsked(null);
    await refreshPerson(client);
    setUndone(what);
  };
  const covered = new Set(row.plans.flatMap((plan) => plan.people)).size;
  const change = `${personPath(id)}/change`;
  const facts: Fact[] = ["name", "birth_date", "ssn", "email", "phone", "hired_on", "employee_number"];
  return (
    <>
      <Breadcrumb crumbs={[{ label: <Trans>People</Trans>, to: PEOPLE }, { label: name }]} />
      <div className={s.head}>
        <Avatar name={name} />
        <div>
          <PageHeading title={name}>{name}</PageHeading>
          <Facts>
            {row.class_name}
            {hired && <Trans>Hired {hired}</Trans>}
            {covered > 0 && t`${plural(covered, { one: "# person covered", other: "# people covered" })}`}
            {row.marks.map((mark) => (
              <Badge key={mark.text}>{mark.text}</Badge>
            ))}
          </Facts>
        </div>
        {row.plans.some((plan) => !plan.ends_on) && (
          <ButtonLink size="sm" to={change} state={{ from: personPath(id) }}>
            <Trans>Report a life event</Trans>
          </ButtonLink>
        )}
      </div>
      {problem && (
        <Banner tone="bad" live="alert" news>
          {problem}
        </Banner>
      )}
      {undone && <UndoneNotice undone={{ name, what: undone }} />}
      {left && (
        <LeftNotice
          left={left}
          onUndo={() => void undo(left.orderId, left.waitsFor ? "request" : "leaving")}
        />
      )}
      {asked && (
        <Banner
          tone="ok"
          live="status"
          news
          action={
            <Button size="sm" onClick={() => void undo(asked.orderId, "request")}>
              <Trans>Withdraw it</Trans>
            </Button>
          }
        >
          <Trans>
            {asked.team} has your request to correct {first}'s birth date. Nothing changes until they approve
            it.
          </Trans>
        </Banner>
      )}
      {person.undo && (
        <Banner
          key={saved}
          tone="ok"
          live="status"
          news={saved !== ""}
          action={
            <Button size="sm" onClick={() => void undo(person.undo, "change")}>
              <Trans>Undo</Trans>
            </Button>
          }
        >
          {saved ? (
            <Trans>
              {first}'s class, pay, and hours change on {saved}. You can undo this until midnight.
            </Trans>
          ) : (
            <Trans>You made a change for {first} today. You can undo it until midnight.</Trans>
          )}
        </Banner>
      )}
      <div className={s.grid}>
        <div className={s.main}>
          {changing === "work" ? (
            <WorkForm
              person={person}
              onClose={() => open("")}
              onSaved={(day) => {
                setUndone(null);
                setSaved(day);
                setQuery(new URLSearchParams(), { replace: true, state: STAY });
              }}
            />
          ) : (
            <WorkFacts person={person} onChange={() => open("work")} />
          )}
          <Coverage person={person} />
          <Dependents person={person} />
        </div>
        <div className={s.side}>
          <Details
            person={person}
            fact={facts.find((fact) => fact === changing) ?? null}
            onFact={(fact) => open(fact ?? "")}
            onSaved={() => setSaved("")}
            onAsked={(team, orderId) => setAsked({ team, orderId })}
            changePath={change}
          />
          <Activity person={person} />
          <section className={s.leaving} aria-labelledby="leaving">
            <h2 id="leaving">
              <Trans>End employment</Trans>
            </h2>
            {lastDay && (
              <p className="small">
                <Trans>Last day of work: {lastDay}.</Trans>
              </p>
            )}
            {mayLeave(row) && (
              <>
                <p className="small">
                  <Trans>You'll see what ends, and when, before anything is saved.</Trans>
                </p>
                <Button tone="danger" block onClick={() => setLeaving(true)}>
                  <Trans>End employment…</Trans>
                </Button>
              </>
            )}
            {row.undo && !left && (
              <Button size="sm" onClick={() => void undo(row.undo, "leaving")}>
                <Trans>Undo</Trans>
              </Button>
            )}
          </section>
        </div>
      </div>
      {leaving && (
        <Suspense fallback={null}>
          <LeavingDialog
            chosen={row}
            onClose={() => setLeaving(false)}
            onDone={(done) => {
              setLeaving(false);
              setUndone(null);
              setLeft(done);
              void refreshPerson(client);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** One person of the group on one page, for its administrator. */
export default function PersonPage() {
  const { memberId = "" } = useParams();
  const person = usePerson(Number(memberId));
  const gone = person.error instanceof ApiError && person.error.status === 404;
  return (
    <WorkMain>
      {person.data ? (
        <Person key={memberId} person={person.data} />
      ) : gone ? (
        <Empty
          of="members"
          title={<Trans>This person isn't in your group</Trans>}
          action={
            <ButtonLink size="sm" to={PEOPLE}>
              <Trans>See everyone</Trans>
            </ButtonLink>
          }
        />
      ) : person.isError ? (
        <FailedRead onRetry={() => void person.refetch()} busy={person.isFetching} />
      ) : (
        <Loading>
          <CardSkeleton lines={8} />
        </Loading>
      )}
    </WorkMain>
  );
}
