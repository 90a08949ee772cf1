import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { MemberCoverage } from "@/client";
import { CategoryMark } from "@/components/ui/Category";
import { Icon } from "@/components/ui/Icon";
import { type Column, Table } from "@/components/ui/Table";
import { isWithin } from "@/lib/dates";
import { money } from "@/lib/format";
import { Link } from "@/lib/router";
import { insured } from "./amounts";
import { EarlierStays } from "./EarlierStays";
import s from "./InForce.module.css";
import { Month } from "./Month";
import { isOver, StateBadge } from "./PolicyState";
import type { PolicySummary } from "./reads";

type Person = MemberCoverage["people"][number];

/** More people than this don't fit beside each other: they are listed in one column. */
const FIT = 3;

/** By person since when a plan covers them, or that it doesn't; plans that are over stand folded below. */
export function InForce({ coverage }: { coverage: MemberCoverage }) {
  const { t } = useLingui();
  const { policies, people, day } = coverage;
  const over = policies.filter(isOver);
  const open = policies.filter((policy) => !isOver(policy));
  const places: Column<PolicySummary>[] =
    people.length > FIT
      ? [
          {
            key: "people",
            label: t`Who is covered`,
            cell: (policy) => (
              <ul className={s.list}>
                {people.map((person) => (
                  <li key={person.id}>
                    <b>{person.first_name}</b> <Place policy={policy} person={person} day={day} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]
      : people.map((person) => ({
          key: person.id,
          label: person.first_name,
          cell: (policy) => <Place policy={policy} person={person} day={day} />,
        }));
  return (
    <section aria-labelledby="in-force">
      <h2 id="in-force" className={s.title}>
        {open.length > 0 ? <Trans>Your plans</Trans> : <Trans>What you had</Trans>}
      </h2>
      {open.length > 0 && (
        <Table
          caption={t`Your plans by who is covered`}
          className={s.table}
          rows={open}
          rowKey={(policy) => policy.number}
          columns={[
            { key: "plan", label: t`Plan`, header: true, cell: (policy) => <Plan policy={policy} /> },
            ...places,
            {
              key: "monthly",
              label: t`A month`,
              right: true,
              cell: (policy) => <b className="num">{policy.monthly ? money(policy.monthly) : "–"}</b>,
            },
          ]}
        />
      )}
      {coverage.month && <Month month={coverage.month} day={day} />}
      {over.length > 0 && (
        <details className={s.over} open={open.length === 0}>
          <summary>
            {t`${plural(over.length, { one: "Ended: # plan", other: "Ended: # plans" })}`}
            <Icon name="down" />
          </summary>
          <ul>
            {over.map((policy) => (
              <li key={policy.number}>
                <Plan policy={policy} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Plan({ policy }: { policy: PolicySummary }) {
  const { t } = useLingui();
  const { plan, state, starts_on: first, ends_on: last } = policy;
  const amount = policy.amount && insured(policy.amount);
  return (
    <span className={s.plan}>
      <CategoryMark category={policy.category} size="sm" />
      <span>
        <Link
          to={`/coverage/policies/${encodeURIComponent(policy.number)}`}
          aria-label={t`Policy and history of ${plan}`}
        >
          {plan}
        </Link>
        {state === "ended" ? (
          <small>
            <Trans>
              {first} to {last}
            </Trans>
          </small>
        ) : (
          <small>{amount ? <Trans>{amount} of insurance</Trans> : policy.tier_text}</small>
        )}
        {policy.chain.map((text) => (
          <small key={text}>{text}</small>
        ))}
        {(state !== "active" || last !== "") && state !== "ended" && <StateBadge policy={policy} />}
      </span>
    </span>
  );
}

/** Since when somebody is covered, from when on, or in words that they aren't. */
function Place({ policy, person, day }: { policy: PolicySummary; person: Person; day: string }) {
  const covered = [...policy.people, ...policy.joins_later].find(({ id }) => id === person.id);
  if (!covered) {
    return (
      <span className={s.outside}>
        <Trans>Not part of this plan</Trans>
      </span>
    );
  }
  const { since, until } = covered;
  const counts = policy.state === "active" && isWithin(day, since, "");
  return (
    <span className={s.place}>
      {counts && <Icon name="check" />}
      <span>
        {counts ? (
          <Trans>
            since <span className="num">{since}</span>
          </Trans>
        ) : (
          <Trans>
            from <span className="num">{since}</span>
          </Trans>
        )}
        {until && policy.ends_on !== until && (
          <small>
            <Trans>until {until}</Trans>
          </small>
        )}
        <EarlierStays person={covered} />
      </span>
    </span>
  );
}
