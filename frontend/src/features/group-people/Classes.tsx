import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { GroupPeople } from "@/client";
import { Card } from "@/components/ui/Card";
import group from "@/components/work/group/Group.module.css";
import { cents, money } from "@/lib/format";
import s from "./GroupPeople.module.css";

/** The group's share for each class of its people, as bars on one scale. */
export function Classes({ people }: { people: GroupPeople }) {
  const { t } = useLingui();
  const { group_name } = people;
  const priced = people.classes.filter((row) => cents(row.split.premium) > 0);
  if (priced.length === 0) return null;
  return (
    <section className={s.block} aria-labelledby="classes">
      <h2 id="classes">
        <Trans>What {group_name} pays, by class</Trans>
      </h2>
      <div className={s.classes}>
        {priced.map((row) => {
          const share = Math.round((cents(row.split.employer) / cents(row.split.premium)) * 100);
          return (
            <Card pad key={row.name} aria-label={row.name}>
              <h3>{row.name}</h3>
              <p className="small mute">
                {[t`${plural(row.people, { one: "# person", other: "# people" })}`, row.pay_period]
                  .filter(Boolean)
                  .join(", ")}
              </p>
              <div className={s.bar} aria-hidden="true">
                <i style={{ width: `${share}%` }} />
                <i style={{ width: `${100 - share}%` }} />
              </div>
              <dl className={group.facts}>
                <div>
                  <dt>{t`${group_name} pays`}</dt>
                  <dd className="num">{money(row.split.employer)}</dd>
                </div>
                <div>
                  <dt>
                    <Trans>They pay</Trans>
                  </dt>
                  <dd className="num">{money(row.split.own)}</dd>
                </div>
                <div>
                  <dt>
                    <Trans>Premium</Trans>
                  </dt>
                  <dd className="num">{money(row.split.premium)}</dd>
                </div>
              </dl>
            </Card>
          );
        })}
      </div>
    </section>
  );
}
