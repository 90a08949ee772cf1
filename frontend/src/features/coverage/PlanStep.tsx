import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ChangeChoices, MemberCoverage } from "@/client";
import { Checkbox, ChoiceCards } from "@/components/form/Choices";
import { Disclosure } from "@/components/ui/Disclosure";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { api } from "@/lib/api";
import { money, moneyDifference } from "@/lib/format";
import s from "./Change.module.css";
import { type Chosen, type Draft, isChoice, KINDS, type Opened, orderOf } from "./change";
import { useOwner } from "./owner";
import { PlanFacts } from "./PlanFacts";
import { useOwnerName } from "./reads";

type Choices = ChangeChoices["rows"][number];

const KEEP = "keep";

/** Read the choices of a change, at the prices of its day. */
function useChoices(draft: Draft, coverage: MemberCoverage) {
  const { memberId } = useOwner();
  const kind = KINDS[draft.answers.opened as Opened];
  const order = { ...orderOf(draft, coverage, memberId), kind, policies: [] };
  return useQuery({
    queryKey: ["change-choices", order],
    queryFn: () => api.post("/api/v1/preview-choices", order),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

interface StepProps {
  draft: Draft;
  coverage: MemberCoverage;
  /** Why nothing can be sent as it stands. */
  error: string | undefined;
  onChoose: (chosen: Chosen) => void;
}

/** By policy the plans that can take its place and its riders, each with its price. Nothing has to be chosen beside a
 * person or a place. */
export function PlanStep({ draft, coverage, error, onChoose }: StepProps) {
  const choices = useChoices(draft, coverage);
  const who = useOwnerName();
  if (choices.isError && !choices.data) {
    return <FailedRead onRetry={() => void choices.refetch()} busy={choices.isFetching} />;
  }
  if (!choices.data) {
    return (
      <Loading>
        <CardSkeleton lines={6} />
      </Loading>
    );
  }
  const rows = choices.data.rows.filter((row) => !draft.left.includes(row.policy_number));
  const onlyRiders = draft.answers.opened === "rider";
  const shown = rows.filter(
    (row) => (onlyRiders ? row.riders.length : row.plans.length + row.riders.length) > 0,
  );
  if (shown.length === 0) {
    return (
      <Empty title={<Trans>There is nothing else to choose</Trans>}>
        {who ? (
          <Trans>No other plan or rider works with what {who} has. The plans stay the same.</Trans>
        ) : (
          <Trans>No other plan or rider works with what you have. Your plans stay the same.</Trans>
        )}
      </Empty>
    );
  }
  return (
    <div className={s.fields} aria-busy={choices.isFetching || undefined}>
      {error && (
        <p className={s.problem} id="change-plan" tabIndex={-1} role="alert">
          {error}
        </p>
      )}
      {shown.map((row) => (
        <PolicyChoices
          key={row.policy_number}
          row={row}
          draft={draft}
          onlyRiders={onlyRiders}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));
}

interface PolicyProps {
  row: Choices;
  draft: Draft;
  onlyRiders: boolean;
  onChoose: (chosen: Chosen) => void;
}

function PolicyChoices({ row, draft, onlyRiders, onChoose }: PolicyProps) {
  const { t } = useLingui();
  const { policy_number: number, plan } = row;
  const { plans, riders } = draft;
  const chosen = row.plans.find((other) => other.plan_id === plans[number]);
  const possible = row.plans.filter((other) => !other.problem || other === chosen);
  const refused = row.plans.filter((other) => other.problem && other !== chosen);
  const count = refused.length;
  const isAlone = isChoice(draft.answers);
  const month = (amount: string) => {
    const monthly = money(amount);
    return t`${monthly} a month`;
  };
  const ofInsurance = (value: string) => {
    const amount = money(value);
    return t`${amount} of insurance`;
  };
  const next = chosen?.plan;
  const owner = next ?? plan;
  const choosePlan = (value: string) =>
    onChoose({
      plans: value === KEEP ? without(plans, number) : { ...plans, [number]: Number(value) },
      riders: without(riders, number),
    });
  const chooseRider = (code: string, on: boolean) => {
    const now = row.riders.filter((rider) => rider.chosen).map((rider) => rider.code);
    const then = on ? [...now, code] : now.filter((other) => other !== code);
    const held = row.riders.filter((rider) => rider.held).map((rider) => rider.code);
    const back = !chosen && then.length === held.length && then.every((other) => held.includes(other));
    onChoose({ plans, riders: back ? without(riders, number) : { ...riders, [number]: then } });
  };
  return (
    <section className={s.choices}>
      {!onlyRiders && row.plans.length > 0 && (
        <ChoiceCards
          id={`plan-${number}`}
          name={`plan-${number}`}
          label={plan}
          value={chosen ? String(chosen.plan_id) : KEEP}
          onChange={(event) => choosePlan(event.target.value)}
          choices={[
            {
              value: KEEP,
              title: t`Keep ${plan}`,
              fact: row.problem || (isAlone ? t`Nothing changes.` : undefined),
              end: row.monthly ? month(row.monthly) : undefined,
            },
            ...possible.map((other) => ({
              value: String(other.plan_id),
              title: other.plan,
              fact: (
                <>
                  {other.problem || other.carrier}
                  {other.amount && (
                    <>
                      <br />
                      {ofInsurance(other.amount)}
                    </>
                  )}
                </>
              ),
              end: other.monthly && (
                <span className={s.costs}>
                  {month(other.monthly)}
                  {other.difference && <small>{moneyDifference(other.difference)}</small>}
                </span>
              ),
            })),
          ]}
        />
      )}
      {onlyRiders && <h2>{plan}</h2>}
      {chosen && next && (
        <Disclosure
          summary={
            <Trans>
              What differs: {plan} and {next}
            </Trans>
          }
        >
          <PlanFacts facts={chosen.facts} then={next} />
        </Disclosure>
      )}
      {row.riders.length > 0 && (
        <fieldset className={s.riders}>
          <legend>
            <Trans>Riders of {owner}</Trans>
          </legend>
          {row.riders.map((rider) => (
            <Checkbox
              key={rider.code}
              id={`rider-${number}-${rider.code}`}
              label={
                rider.difference ? (
                  <>
                    {rider.name} <b className="num">{moneyDifference(rider.difference)}</b>
                  </>
                ) : (
                  rider.name
                )
              }
              note={
                rider.problem ||
                (rider.chosen && rider.difference ? t`You save this by dropping it.` : rider.text)
              }
              checked={rider.chosen}
              disabled={rider.problem !== "" && !rider.chosen}
              onChange={(event) => chooseRider(rider.code, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
      {!onlyRiders && count > 0 && (
        <Disclosure summary={<Trans>Plans you can't choose, and why: {count}</Trans>}>
          <div className={s.fields}>
            {refused.map((other) => (
              <div key={other.plan_id} className={s.refused}>
                <b>{other.plan}</b>
                <span>{other.problem}</span>
              </div>
            ))}
          </div>
        </Disclosure>
      )}
    </section>
  );
}
