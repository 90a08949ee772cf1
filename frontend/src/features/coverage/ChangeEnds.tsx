import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { EventChoice, MemberCoverage, Preview } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { useCanceledWords } from "@/components/work/canceled";
import { contact } from "@/lib/bootstrap";
import { PageHeading } from "@/lib/page";
import { Link } from "@/lib/router";
import s from "./Change.module.css";
import { Proof, ReportingWindow } from "./ChangeParts";
import { type Answers, daysBetween, isChoice, mayChoose } from "./change";
import { NewPrice } from "./NewPrice";
import { useOwner } from "./owner";
import { useOwnerName, useRenewals } from "./reads";
import { TakenBack } from "./TakenBack";
import { useUndo } from "./useUndo";

const SENT = "change-sent";

/** The change that was made, with Undo until midnight. `here`: below a heading of the page on which it was made. */
export function Sent({ coverage, here }: { coverage: MemberCoverage; here?: boolean }) {
  const { t } = useLingui();
  const canceled = useCanceledWords();
  const { back } = useOwner();
  const who = useOwnerName();
  const { state } = useLocation();
  const { busy, problem, undo } = useUndo();
  const orderId: string = state?.orderId ?? "";
  const paper: string = state?.paper ?? "";
  const changes = coverage.changes.filter((change) => change.order_id === orderId);
  const pending = coverage.held.find((row) => row.id === orderId);
  const undoable = changes.some((change) => change.may_withdraw) || pending?.state === "waiting";
  const group = pending?.waits_for;
  const sentTitle = who ? t`The change for ${who} is complete` : t`Your change is complete`;
  const takenBack = changes.some((change) => change.withdrawn_on);
  const madeTitle = takenBack ? t`The change was undone.` : sentTitle;
  const waits = who
    ? t`The change for ${who} is waiting for ${group}`
    : t`Your change is waiting for ${group}`;
  const title = pending ? waits : madeTitle;
  return (
    <div className={s.end}>
      {changes[0] && (
        <Badge tone="ok">
          <Trans>Sent on {changes[0].recorded}</Trans>
        </Badge>
      )}
      {here ? (
        <h2 id={SENT} tabIndex={-1}>
          {title}
        </h2>
      ) : (
        <PageHeading title={title}>{title}</PageHeading>
      )}
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      {pending && (
        <p>
          {who ? (
            <Trans>Nothing changes until {group} approves.</Trans>
          ) : (
            <Trans>Nothing changes until {group} approves. You'll see the answer under My benefits.</Trans>
          )}
        </p>
      )}
      <ul className={s.made}>
        {pending?.plans.map((plan) => (
          <li key={plan.policy_number}>
            <b>{pending.title}</b>
            <span>
              {plan.new_plan || plan.plan}, {canceled(plan) || plan.effective}
            </span>
          </li>
        ))}
        {changes.map((change) => (
          <li key={change.id}>
            <b>{change.title}</b>
            <span>
              {change.plan}, {change.effective}
            </span>
            {change.withdrawn_on ? (
              <TakenBack changes={[change]} />
            ) : (
              <span>
                <NewPrice change={change} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {paper && (undoable || pending) && <Proof paper={paper} />}
      <div className="row">
        {!here && (
          <ButtonLink tone="primary" to={back}>
            {who ? <Trans>Go back</Trans> : <Trans>To My benefits</Trans>}
          </ButtonLink>
        )}
        {undoable && (
          <Button
            busy={busy !== ""}
            busyText={t`Undoing`}
            onClick={() => void undo(orderId, here ? SENT : undefined)}
          >
            <Icon name="refresh" size="sm" />
            {pending ? <Trans>Withdraw it</Trans> : <Trans>Undo until midnight</Trans>}
          </Button>
        )}
      </div>
    </div>
  );
}

interface LateProps {
  preview: Preview;
  /** The person to add is covered by a plan already. */
  isCovered: boolean;
  answers: Answers;
  event: EventChoice;
  events: EventChoice[];
  onOther: (key: string) => void;
}

/** Why the change can't be made, that nothing was lost, and what can be done, nearest day first. */
export function Late({ preview, isCovered, answers, event, events, onOther }: LateProps) {
  const { t } = useLingui();
  const { back, path } = useOwner();
  const who = useOwnerName();
  const { window } = preview;
  const late = window?.last_day ? daysBetween(window.last_day, window.today) : 0;
  const problems = [...new Set(preview.rows.map((row) => row.problem).filter(Boolean))];
  const title =
    late > 1
      ? t`This change comes ${late} days too late`
      : late === 1
        ? t`This change comes one day too late`
        : window && !window.is_open
          ? t`This change can't be made yet`
          : t`This change can't be made this way`;
  return (
    <div className={s.end}>
      <Link className={s.backlink} to={`${path}/when`}>
        <Icon name="left" size="sm" />
        <Trans>Change the day</Trans>
      </Link>
      <PageHeading title={title}>{title}</PageHeading>
      {window && <ReportingWindow window={window} happened={answers.happened_on} label={event.happened} />}
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      <p>
        {who ? (
          <Trans>Nothing was sent. The coverage and price of {who} stay exactly the same.</Trans>
        ) : (
          <Trans>Nothing was sent. Your coverage and price stay exactly the same.</Trans>
        )}
      </p>
      {isCovered && (
        <div className="row">
          <ButtonLink tone="primary" to={back}>
            {who ? <Trans>Go back</Trans> : <Trans>To My benefits</Trans>}
          </ButtonLink>
        </div>
      )}
      {!isCovered && (
        <>
          <h2>
            <Trans>What you can do, nearest first</Trans>
          </h2>
          <Ways
            event={event}
            events={events}
            answers={answers}
            today={window?.today ?? ""}
            isOpen={window?.is_open ?? false}
            onOther={onOther}
          />
        </>
      )}
    </div>
  );
}

type WaysProps = Omit<LateProps, "preview" | "isCovered"> & { today: string; isOpen: boolean };

function Ways({ event, events, answers, today, isOpen, onOther }: WaysProps) {
  const renewals = useRenewals();
  const { memberId, path } = useOwner();
  const { phone, phoneHref } = contact();
  const others = events.filter((row) => row.key !== event.key && row.opens.includes(answers.opened));
  const renewal = renewals.data
    ?.filter((row) => daysBetween(today, row.first_day) > 0)
    .sort((a, b) => daysBetween(b.first_day, a.first_day))[0];
  return (
    <ol className={s.ways}>
      {isOpen && !isChoice(answers) && mayChoose(answers, event.opens) && (
        <li>
          <Way day={<Trans>Any day</Trans>} note={<Trans>with this change</Trans>}>
            <Trans>Another plan that allows it</Trans>
          </Way>
          <ButtonLink tone="primary" to={`${path}/plan`}>
            <Trans>See them</Trans>
          </ButtonLink>
        </li>
      )}
      {answers.opened === "add_person" && memberId === undefined && (
        <li>
          <Way day={<Trans>Any day</Trans>} note={<Trans>needs no reason</Trans>}>
            <Trans>A plan of their own</Trans>
          </Way>
          <ButtonLink tone="primary" to="/plans">
            <Trans>See plans</Trans>
          </ButtonLink>
        </li>
      )}
      {others.length > 0 && (
        <li>
          <Way day={<Trans>Any day</Trans>} note={<Trans>if it applies</Trans>}>
            <Trans>Something else happened, too</Trans>
          </Way>
          <span className="row">
            {others.map((row) => (
              <Button key={row.key} size="sm" onClick={() => onOther(row.key)}>
                {row.name}
              </Button>
            ))}
          </span>
        </li>
      )}
      {renewal && (
        <li>
          <Way day={renewal.first_day} note={<Trans>at renewal</Trans>}>
            <Trans>{renewal.plan} renews; ask for the change then</Trans>
          </Way>
          <ButtonLink to={`/coverage/policies/${encodeURIComponent(renewal.policy_number)}/renewal`}>
            <Trans>Review it</Trans>
          </ButtonLink>
        </li>
      )}
      {phone && (
        <li>
          <Way day={<Trans>Any day</Trans>} note={<Trans>by phone</Trans>}>
            <Trans>Did something keep you from telling us? Our team will look into it.</Trans>
          </Way>
          <a className="num" href={phoneHref}>
            {phone}
          </a>
        </li>
      )}
    </ol>
  );
}

function Way({ day, note, children }: { day: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <>
      <p>
        <b>{day}</b>
        <small>{note}</small>
      </p>
      <h3>{children}</h3>
    </>
  );
}
