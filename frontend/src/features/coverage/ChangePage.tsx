import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { ChangeDone, ChangeOrder, EventChoice, MemberCoverage, Preview } from "@/client";
import { Checkbox, RadioGroup } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Only } from "@/components/layout/Only";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { CardBones, Empty, FailedRead, Loading } from "@/components/ui/State";
import { Table } from "@/components/ui/Table";
import { ApiError, api } from "@/lib/api";
import { money } from "@/lib/format";
import { focusQuietly, PageHeading } from "@/lib/page";
import s from "./Coverage.module.css";
import { useCoverage, useKeepCoverage, useLifeEvents } from "./reads";
import { useSending } from "./useSending";

const KINDS = { add_person: "add_person", drop_person: "drop_person", address: "place" } as const;
type Opened = keyof typeof KINDS;
type Step = "what" | "who" | "price" | "sent";

const EMPTY = {
  event: "",
  opened: "",
  happened_on: "",
  first_name: "",
  last_name: "",
  birth_date: "",
  role: "child",
  person_id: "",
  zip: "",
};
type Answers = typeof EMPTY;

/** A newborn's birth date is the day of the event. */
const isBirth = (answers: Answers) => answers.event === "birth";

function orderOf(answers: Answers): ChangeOrder {
  const order = { event: answers.event, happened_on: answers.happened_on };
  const kind = KINDS[answers.opened as Opened];
  if (kind === "add_person") {
    const birth_date = isBirth(answers) ? answers.happened_on : answers.birth_date;
    const { first_name, last_name } = answers;
    return { ...order, kind, person: { first_name, last_name, birth_date, role: answers.role as "child" } };
  }
  if (kind === "drop_person") return { ...order, kind, person_id: answers.person_id };
  return { ...order, kind, zip: answers.zip };
}

function Flow({ events, coverage }: { events: EventChoice[]; coverage: MemberCoverage }) {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const [step, setStep] = useState<Step>("what");
  const [answers, setAnswers] = useState(EMPTY);
  const [shown, setShown] = useState<Preview | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState(false);
  const [done, setDone] = useState<ChangeDone | null>(null);
  const event = events.find((choice) => choice.key === answers.event);
  const ways = (event?.opens ?? []).filter((way): way is Opened => way in KINDS);
  const others = coverage.people.filter((person) => person.role !== "subscriber");
  const labels = {
    event: t`What happened`,
    opened: t`What shall change`,
    happened_on: event?.happened ?? t`Day`,
    first_name: t`First name`,
    last_name: t`Last name`,
    birth_date: t`Date of birth`,
    role: t`Relationship`,
    person_id: t`Who leaves`,
    zip: t`New ZIP code`,
  };
  const { errors, problem, busy, submit, clear } = useSending("change-", Object.keys(labels));

  const go = (next: Step) => {
    setStep(next);
    requestAnimationFrame(() => focusQuietly(document.querySelector("h1")));
  };
  const field = (name: keyof Answers) => ({
    id: `change-${name}`,
    name,
    label: labels[name],
    value: answers[name],
    error: errors[name],
    onChange: (change: { target: { value: string } }) => {
      setAnswers((before) => ({ ...before, [name]: change.target.value }));
      clear(name);
    },
  });
  const needed = (): (keyof Answers)[] => {
    if (answers.opened === "add_person")
      return isBirth(answers)
        ? ["happened_on", "first_name", "last_name"]
        : ["happened_on", "first_name", "last_name", "birth_date"];
    return answers.opened === "drop_person" ? ["happened_on", "person_id"] : ["happened_on", "zip"];
  };
  const missing = (names: (keyof Answers)[]) =>
    Object.fromEntries(
      names.filter((name) => !answers[name].trim()).map((name) => [name, t`Field is required`]),
    );
  const read = async (order: ChangeOrder) => {
    const preview = await api.post("/api/v1/preview-change", order);
    setShown(preview);
    return preview;
  };
  /** The plans that stay ticked; the server worked them out before and does so again. */
  const chosen = (): ChangeOrder => {
    const rows = shown?.rows.filter((row) => row.possible && !left.has(row.policy_number)) ?? [];
    return { ...orderOf(answers), policies: rows.map((row) => row.policy_number) };
  };

  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (step === "what")
      return void submit(missing(["event", "opened"]), async () => {
        go("who");
      });
    if (step === "who")
      return void submit(missing(needed()), async () => {
        setLeft(new Set());
        setMoved(false);
        await read(orderOf(answers));
        go("price");
      });
    void submit({}, async () => {
      const order = chosen();
      const { digest } = await api.post("/api/v1/preview-change", order);
      try {
        const answer = await api.post("/api/v1/submit-change", { ...order, digest });
        keep(answer.coverage);
        setDone(answer);
        go("sent");
      } catch (error) {
        if (!(error instanceof ApiError) || error.errorCode !== "changeDiffers") throw error;
        await read(orderOf(answers));
        setMoved(true);
      }
    });
  };

  if (step === "sent" && done) return <Sent coverage={done.coverage} orderId={done.order_id} />;
  const wayNames = {
    add_person: t`Add somebody`,
    drop_person: t`Take somebody off`,
    address: t`Change the address`,
  };
  return (
    <form className={s.flow} noValidate onSubmit={onSubmit}>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      {step === "what" && (
        <Panel titleId="what" title={<Trans>What happened?</Trans>}>
          <div className={s.fields}>
            <RadioGroup
              {...field("event")}
              stacked
              options={events.map((choice) => ({ value: choice.key, label: choice.name }))}
            />
            {ways.length > 0 && (
              <RadioGroup
                {...field("opened")}
                stacked
                options={ways.map((way) => ({ value: way, label: wayNames[way] }))}
              />
            )}
          </div>
        </Panel>
      )}
      {step === "who" && (
        <Panel titleId="who" title={<Trans>When, and who?</Trans>}>
          <div className={s.fields}>
            <DateField {...field("happened_on")} />
            {answers.opened === "add_person" && (
              <>
                <TextField {...field("first_name")} maxLength={60} autoComplete="off" />
                <TextField {...field("last_name")} maxLength={60} autoComplete="off" />
                {!isBirth(answers) && <DateField {...field("birth_date")} />}
                <SelectField
                  {...field("role")}
                  options={[
                    { value: "child", label: t`Child` },
                    { value: "spouse", label: t`Spouse` },
                    { value: "partner", label: t`Domestic partner` },
                  ]}
                />
              </>
            )}
            {answers.opened === "drop_person" && (
              <SelectField
                {...field("person_id")}
                placeholder={t`Choose`}
                options={others.map((person) => ({ value: person.id, label: person.name }))}
              />
            )}
            {answers.opened === "address" && (
              <TextField {...field("zip")} inputMode="numeric" maxLength={5} />
            )}
            {event?.paper && (
              <p className="small">
                <Trans>Have this at hand, our team may ask for it: {event.paper}.</Trans>
              </p>
            )}
          </div>
        </Panel>
      )}
      {step === "price" && shown && (
        <Panel titleId="price" title={<Trans>What it costs</Trans>}>
          <div className={s.fields}>
            {moved && (
              <Banner tone="warn" live="alert">
                <Trans>Something has changed since. Look at it again, then send it.</Trans>
              </Banner>
            )}
            <Rows shown={shown} left={left} onLeft={setLeft} />
          </div>
        </Panel>
      )}
      <div className="row">
        {step !== "what" && (
          <Button onClick={() => go(step === "price" ? "who" : "what")}>
            <Trans>Back</Trans>
          </Button>
        )}
        {step === "price" ? (
          shown?.possible && (
            <Button
              type="submit"
              tone="primary"
              size="lg"
              busy={busy}
              busyText={t`Sending`}
              disabled={chosen().policies?.length === 0}
            >
              <Trans>Send this change</Trans>
            </Button>
          )
        ) : (
          <Button type="submit" tone="primary" busy={busy} busyText={t`Looking`}>
            <Trans>Next</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

interface RowsProps {
  shown: Preview;
  left: ReadonlySet<string>;
  onLeft: (left: ReadonlySet<string>) => void;
}

/** Each plan with its day and reason, before and after; a plan that can't take the change says why. */
function Rows({ shown, left, onLeft }: RowsProps) {
  const { t } = useLingui();
  const toggle = (number: string) => {
    const next = new Set(left);
    if (!next.delete(number)) next.add(number);
    onLeft(next);
  };
  const kept = shown.rows.filter((row) => row.possible && !left.has(row.policy_number));
  const sum = (amounts: string[]) =>
    amounts.some((amount) => !amount)
      ? ""
      : String(amounts.reduce((cents, amount) => cents + Math.round(Number(amount) * 100), 0) / 100);
  const before = sum(kept.map((row) => row.before));
  const after = sum(kept.map((row) => row.after));
  return (
    <>
      <Table
        caption={t`Your plans before and after`}
        rows={shown.rows}
        rowKey={(row) => row.policy_number}
        columns={[
          {
            key: "plan",
            label: t`Plan`,
            header: true,
            cell: (row) =>
              row.possible ? (
                <Checkbox
                  label={row.plan}
                  checked={!left.has(row.policy_number)}
                  onChange={() => toggle(row.policy_number)}
                />
              ) : (
                row.plan
              ),
          },
          {
            key: "day",
            label: t`From`,
            cell: (row) =>
              row.possible ? (
                <>
                  {row.effective}
                  {row.days[0]?.reason && <span className="small mute"> {row.days[0].reason}</span>}
                </>
              ) : (
                row.problem
              ),
          },
          { key: "before", label: t`Before`, right: true, cell: (row) => row.before && money(row.before) },
          { key: "after", label: t`After`, right: true, cell: (row) => row.after && money(row.after) },
        ]}
      />
      {before && after && (
        <p aria-live="polite">
          <Trans>
            Together {money(before)} a month before, <b>{money(after)}</b> a month after.
          </Trans>
        </p>
      )}
      {!shown.possible && (
        <Banner tone="warn">
          <Trans>None of your plans can take this change. Nothing was sent and nothing is lost.</Trans>
        </Banner>
      )}
    </>
  );
}

function Sent({ coverage, orderId }: { coverage: MemberCoverage; orderId: string }) {
  const changes = coverage.changes.filter((change) => change.order_id === orderId);
  return (
    <div className="stack-6">
      <Banner tone="ok" live="status" title={<Trans>Your change is made</Trans>}>
        {changes.map((change) => (
          <p key={change.id}>
            {change.title}: {change.plan}, {change.effective}
          </p>
        ))}
        <p>
          <Trans>Until midnight you can take it back in My benefits.</Trans>
        </p>
      </Banner>
      <ButtonLink tone="primary" to="/coverage">
        <Trans>To My benefits</Trans>
      </ButtonLink>
    </div>
  );
}

function Change() {
  const { t } = useLingui();
  const events = useLifeEvents();
  const coverage = useCoverage();
  const failed = events.isError ? events : coverage;
  const open = coverage.data?.policies.some(
    (policy) => policy.state === "active" || policy.state === "accepted",
  );
  const usable = events.data?.filter((choice) => choice.opens.some((way) => way in KINDS)) ?? [];
  return (
    <main id="main" className="wrap page">
      <div className="page-head">
        <PageHeading title={t`Something changed`}>
          <Trans>Something changed</Trans>
        </PageHeading>
      </div>
      {(events.isPending || coverage.isPending) && (
        <Loading>
          <CardBones lines={6} />
        </Loading>
      )}
      {failed.isError && <FailedRead onRetry={() => void failed.refetch()} busy={failed.isFetching} />}
      {events.data && coverage.data && !open && (
        <Empty title={<Trans>Nothing is in force</Trans>}>
          <Trans>Once a plan covers you, report here what changes in your life.</Trans>
        </Empty>
      )}
      {events.data && coverage.data && open && <Flow events={usable} coverage={coverage.data} />}
    </main>
  );
}

const ROLE = "member";

/** Reports a life event: what happened, when and to whom, what it costs, and that it is made. */
export default function ChangePage() {
  return (
    <Only role={ROLE}>
      <Change />
    </Only>
  );
}
