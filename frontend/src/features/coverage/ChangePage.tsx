import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import type { EventChoice, MemberCoverage } from "@/client";
import { RadioGroup } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { SuffixField } from "@/components/form/SuffixField";
import { MaskedField, TextField } from "@/components/form/TextField";
import { RequireRole } from "@/components/layout/RequireRole";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { NoRecord } from "@/components/work/NoRecord";
import { useActor } from "@/lib/actor";
import { ApiError, api } from "@/lib/api";
import { contact } from "@/lib/bootstrap";
import { parseDay, today } from "@/lib/dates";
import { PageHeading } from "@/lib/page";
import { Link } from "@/lib/router";
import s from "./Change.module.css";
import { Late, Sent } from "./ChangeEnds";
import { Prices, Proof, ReportingWindow, StartDays } from "./ChangeParts";
import { ChangeRail } from "./ChangeRail";
import {
  type Answers,
  answerOf,
  type Draft,
  EMPTY,
  furthestStep,
  hasChosen,
  isBirth,
  isChoice,
  isCovered,
  KINDS,
  mayChoose,
  neededAt,
  type Opened,
  onlyWay,
  orderOf,
  policiesOf,
  STEPS,
  type Step,
  stepAsking,
  stepsOf,
} from "./change";
import { useOwner } from "./owner";
import { PlanStep } from "./PlanStep";
import { useCoverage, useKeepCoverage, useLifeEvents, useOwnerName } from "./reads";
import { useDraft } from "./useDraft";
import { useLinkedEvent } from "./useLinkedEvent";
import { useSending } from "./useSending";

/** What the change would do, read anew with each answer that matters to it. */
function usePreview(draft: Draft, coverage: MemberCoverage) {
  const { memberId } = useOwner();
  const order = orderOf(draft, coverage, memberId);
  return useQuery({
    queryKey: ["change-preview", order],
    enabled: ["plan", "price"].includes(furthestStep(draft)) && parseDay(draft.answers.happened_on) !== null,
    queryFn: () => api.post("/api/v1/preview-change", order),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

interface FlowProps {
  step: Step | "late";
  events: EventChoice[];
  coverage: MemberCoverage;
}

function Flow({ step, events, coverage }: FlowProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const keep = useKeepCoverage();
  const { back, memberId, path } = useOwner();
  const who = useOwnerName();
  const { draft, asking, set, forget } = useDraft(coverage.member_id, coverage.day, EMPTY);
  const [moved, setMoved] = useState(false);
  const { answers, left } = draft;
  useLinkedEvent(events, answers.event, set);
  const preview = usePreview(draft, coverage);
  const shown = preview.data;
  const event = events.find((choice) => choice.key === answers.event);
  const others = coverage.people.filter((person) => person.role !== "subscriber");
  const ways = (event?.opens ?? []).filter(
    (way): way is Opened =>
      way in KINDS &&
      (way !== "amount" || coverage.policies.some((row) => row.amount)) &&
      (way !== "rider" || coverage.policies.some((row) => row.has_riders)),
  );
  const labels: Record<keyof Answers, string> = {
    event: t`What happened`,
    opened: t`What shall change`,
    happened_on: event?.happened ?? t`Day`,
    first_name: t`First name`,
    last_name: t`Last name`,
    suffix: t`Suffix`,
    birth_date: t`Date of birth`,
    role: t`Relationship`,
    person_id: t`Who leaves`,
    zip: t`New ZIP code`,
    amount: t`New amount of insurance`,
  };
  const names = Object.keys(labels) as (keyof Answers)[];
  const { errors, problem, busy, submit, clear } = useSending("change-", [...names, "plan"], (name) =>
    answerOf(name, answers),
  );
  const wayNames: Record<Opened, string> = {
    add_person: t`Add somebody`,
    drop_person: t`Take somebody off`,
    plan: t`Move to another plan`,
    rider: t`Add or drop a rider`,
    amount: t`Change the amount of insurance`,
    address: t`Change the address`,
    end: t`End a plan`,
  };
  const furthest = furthestStep(draft);
  const steps = stepsOf(draft, step);
  const behind = step !== "late" && STEPS.indexOf(step) > STEPS.indexOf(furthest);
  const early = step === "late" && STEPS.indexOf(furthest) < STEPS.indexOf("plan");
  if (behind || early || (step !== "late" && !steps.includes(step))) {
    return asking ? null : <Navigate replace to={`${path}/${furthest}`} />;
  }
  const opens = event?.opens ?? [];
  if (step === "plan" && !mayChoose(answers, opens)) return <Navigate replace to={`${path}/price`} />;

  const go = (next: Step | "late") => void navigate(`${path}/${next}`);
  const after = (now: Step) => steps[steps.indexOf(now) + 1] ?? "price";
  const before = (now: Step) => steps[steps.indexOf(now) - 1] ?? "what";
  const answer = (name: keyof Answers, value: string) => {
    set((draft) => {
      const answers = { ...draft.answers, [name]: value };
      if (name === "event") answers.opened = onlyWay(events.find((choice) => choice.key === value));
      const again = name === "event" || name === "opened";
      const left =
        again && answers.opened === "end" ? policiesOf(answers, coverage) : again ? [] : draft.left;
      const chosen = again ? { plans: {}, riders: {} } : { plans: draft.plans, riders: draft.riders };
      return { answers, left, days: name === "happened_on" || again ? {} : draft.days, ...chosen };
    });
    clear(name);
  };
  const field = (name: keyof Answers) => ({
    id: `change-${name}`,
    name,
    label: labels[name],
    value: answers[name],
    error: errors[name],
    onChange: (change: { target: { value: string } }) => answer(name, change.target.value),
  });
  const missing = (step: Step) =>
    Object.fromEntries(
      neededAt(step, answers)
        .filter((name) => !answers[name].trim())
        .map((name) => [name, t`Field is required`]),
    );
  const kept = shown?.rows.filter((row) => row.possible && !left.includes(row.policy_number)) ?? [];
  /** The plans that stay ticked; the server worked them out before and does so again. */
  const send = async () => {
    const policies = kept.map((row) => row.policy_number);
    const order = { ...orderOf(draft, coverage, memberId), policies };
    const { digest } = await api.post("/api/v1/preview-change", order);
    try {
      const done = await api.post("/api/v1/submit-change", { ...order, digest });
      keep(done.coverage);
      forget();
      void navigate(`${path}/sent`, {
        replace: true,
        state: { orderId: done.order_id, paper: event?.paper },
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.errorCode !== "changeDiffers") throw error;
      await preview.refetch();
      setMoved(true);
    }
  };
  const look = async () => {
    const fresh = await api.post("/api/v1/preview-change", orderOf(draft, coverage, memberId));
    const isOpen = fresh.possible || (isChoice(answers) && fresh.rows.some((row) => row.effective));
    go(isOpen ? after("when") : "late");
  };
  /** What is refused is read where it is asked for. */
  const orGoThere = async (call: () => Promise<void>) => {
    try {
      await call();
    } catch (error) {
      const wrong = error instanceof ApiError ? Object.keys(error.fieldErrors) : [];
      const asking = stepAsking(
        wrong.map((name) => answerOf(name, answers)),
        answers,
      );
      if (asking && asking !== step) go(asking);
      throw error;
    }
  };
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    setMoved(false);
    if (step === "price") return void submit({}, () => orGoThere(send));
    const now = step as Step;
    const nothing = now === "plan" && isChoice(answers) && !hasChosen(draft);
    const open = nothing ? { plan: t`Choose another plan or a rider first.` } : missing(now);
    void submit(open, async () => (now === "when" ? await orGoThere(look) : go(after(now))));
  };

  if (step === "late") {
    if (!shown || !event) return <Wait failed={preview} />;
    const other = (key: string) => {
      set((draft) => ({ ...draft, answers: { ...draft.answers, event: key, happened_on: "" }, days: {} }));
      go("who");
    };
    return (
      <Late
        preview={shown}
        isCovered={isCovered(draft, coverage)}
        answers={answers}
        event={event}
        events={events}
        onOther={other}
      />
    );
  }
  const chosenNames = (shown?.rows ?? [])
    .filter((row) => row.policy_number in draft.plans || row.policy_number in draft.riders)
    .map((row) => row.new_plan || row.plan);
  const leaver = others.find((person) => person.id === answers.person_id)?.name;
  const summaries = {
    what: [event?.name, wayNames[answers.opened as Opened]].filter(Boolean).join(": "),
    who: {
      add_person: [answers.first_name, answers.last_name, answers.suffix].filter(Boolean).join(" "),
      drop_person: leaver ?? "",
      amount: answers.amount,
      address: answers.zip,
      plan: "",
      rider: "",
      end: "",
    }[answers.opened as Opened],
    when: answers.happened_on,
    plan: chosenNames.join(", "),
  };
  const headings: Record<Step, string> = {
    what: t`What happened?`,
    who: t`Who, and what?`,
    when: t`When was it?`,
    plan: answers.opened === "rider" ? t`Which riders?` : t`Which plan from then on?`,
    price: t`What it costs`,
  };
  return (
    <div className={s.life}>
      <ChangeRail steps={steps} step={step} furthest={furthest} summaries={summaries} />
      <form className={s.form} noValidate onSubmit={onSubmit}>
        {who && (
          <p className="small mute">
            <Trans>For {coverage.name}</Trans>
          </p>
        )}
        <PageHeading title={`${t`Something changed`}: ${headings[step]}`}>{headings[step]}</PageHeading>
        {problem && (
          <Banner tone="bad" live="alert">
            {problem}
          </Banner>
        )}
        <div className={s.fields}>
          {step === "what" && (
            <>
              <RadioGroup
                {...field("event")}
                label={<span className="sr">{labels.event}</span>}
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
              {event && <OtherWays opens={event.opens} />}
            </>
          )}
          {step === "who" && (
            <>
              {answers.opened === "add_person" && (
                <>
                  <TextField {...field("first_name")} maxLength={60} autoComplete="off" />
                  <TextField {...field("last_name")} maxLength={60} autoComplete="off" />
                  <SuffixField {...field("suffix")} />
                  {!isBirth(answers) && <DateField {...field("birth_date")} to={today()} />}
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
              {answers.opened === "address" && <MaskedField kind="zip" {...field("zip")} />}
              {answers.opened === "amount" && <MaskedField kind="dollars" {...field("amount")} />}
            </>
          )}
          {step === "when" && (
            <>
              <DateField {...field("happened_on")} />
              {shown && (
                <div className={s.fields} aria-live="polite">
                  {shown.window && (
                    <ReportingWindow
                      window={shown.window}
                      happened={answers.happened_on}
                      label={labels.happened_on}
                    />
                  )}
                  <h2>
                    <Trans>Which day counts, and why</Trans>
                  </h2>
                  <StartDays
                    rows={shown.rows}
                    choosing={isChoice(answers)}
                    onDay={(number, day) =>
                      set((draft) => ({ ...draft, days: { ...draft.days, [number]: day } }))
                    }
                  />
                </div>
              )}
            </>
          )}
          {step === "plan" && (
            <PlanStep
              draft={draft}
              coverage={coverage}
              error={errors.plan}
              onChoose={(chosen) => {
                set((draft) => ({ ...draft, ...chosen }));
                clear("plan");
              }}
            />
          )}
          {step === "price" && (
            <>
              {moved && (
                <Banner tone="warn" live="alert">
                  <Trans>Something has changed since. Look at it again, then send it.</Trans>
                </Banner>
              )}
              {shown ? (
                <Prices
                  preview={shown}
                  coverage={coverage}
                  left={left}
                  onLeft={(next) => set((draft) => ({ ...draft, left: next }))}
                />
              ) : (
                <Wait failed={preview} />
              )}
              {mayChoose(answers, opens) && !steps.includes("plan") && (
                <p>
                  <Link to={`${path}/plan`}>
                    {opens.includes("plan") ? (
                      <Trans>Change a plan, too: see what else is possible from that day on</Trans>
                    ) : (
                      <Trans>Change a rider, too: see what else is possible from that day on</Trans>
                    )}
                  </Link>
                </p>
              )}
              {event?.paper && <Proof paper={event.paper} />}
            </>
          )}
        </div>
        <div className={s.actions}>
          {step !== "what" && (
            <Button onClick={() => go(before(step))}>
              <Trans>Back</Trans>
            </Button>
          )}
          <ButtonLink tone="quiet" to={back}>
            <Trans>Continue later</Trans>
          </ButtonLink>
          {step === "price" ? (
            shown?.possible && (
              <Button
                type="submit"
                tone="primary"
                size="lg"
                busy={busy}
                busyText={t`Sending`}
                disabled={kept.length === 0}
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
        <p className="small mute">
          <Trans>
            Nothing is sent before you press “Send this change” at the end. What you type stays here until
            then, for today.
          </Trans>
        </p>
      </form>
    </div>
  );
}

/** What the event opens beside the ways that can be walked here. */
function OtherWays({ opens }: { opens: string[] }) {
  const { t } = useLingui();
  const { phone, phoneHref } = contact();
  const words: Partial<Record<string, string>> = {
    name: t`a new name`,
    beneficiary: t`beneficiaries`,
  };
  const list = opens
    .map((way) => words[way])
    .filter(Boolean)
    .join(", ");
  if (!list) return null;
  return (
    <p className="small">
      <Trans>Our team makes these with you: {list}.</Trans>{" "}
      {phone && (
        <a className="num" href={phoneHref}>
          {phone}
        </a>
      )}
    </p>
  );
}

function Wait({ failed }: { failed: ReturnType<typeof usePreview> }) {
  if (failed.isError) return <FailedRead onRetry={() => void failed.refetch()} busy={failed.isFetching} />;
  return (
    <Loading>
      <CardSkeleton lines={4} />
    </Loading>
  );
}

const isStep = (step: string): step is Step => (STEPS as readonly string[]).includes(step);

/** The short form, of whoever's coverage it is. */
export function Change() {
  const { t } = useLingui();
  const { path } = useOwner();
  const who = useOwnerName();
  const { step = "what" } = useParams();
  const events = useLifeEvents();
  const coverage = useCoverage();
  const failed = events.isError ? events : coverage;
  const ready = events.data && coverage.data;
  const open = coverage.data?.policies.some(
    (policy) => policy.state === "active" || policy.state === "accepted",
  );
  if (step !== "late" && step !== "sent" && !isStep(step)) return <Navigate replace to={path} />;
  return (
    <>
      {!(ready && (open || step === "sent")) && (
        <div className="page-head">
          <PageHeading title={t`Something changed`}>
            <Trans>Something changed</Trans>
          </PageHeading>
        </div>
      )}
      {(events.isPending || coverage.isPending) && !failed.isError && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {failed.isError && <FailedRead onRetry={() => void failed.refetch()} busy={failed.isFetching} />}
      {coverage.data && ready && step === "sent" && <Sent coverage={coverage.data} />}
      {ready && step !== "sent" && !open && (
        <Empty title={<Trans>Nothing is in force</Trans>}>
          {who ? (
            <Trans>Once a plan covers {who}, report here what changes.</Trans>
          ) : (
            <Trans>Once a plan covers you, report here what changes in your life.</Trans>
          )}
        </Empty>
      )}
      {events.data && coverage.data && open && step !== "sent" && (
        <Flow step={step} events={events.data} coverage={coverage.data} />
      )}
    </>
  );
}

const ROLE = "member";

/** Reports a life event: what happened, to whom and when, what it costs, and that it is made. */
export default function ChangePage() {
  const { userId } = useActor();
  return (
    <RequireRole role={ROLE}>
      <main id="main" className="wrap page">
        {userId === null ? <NoRecord /> : <Change />}
      </main>
    </RequireRole>
  );
}
