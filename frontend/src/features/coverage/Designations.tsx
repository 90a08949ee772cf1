import { Trans } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import type { MemberCoverage } from "@/client";
import { contact } from "@/lib/bootstrap";
import { cents, fromCents } from "@/lib/format";
import { insured } from "./amounts";
import s from "./Designations.module.css";

type Designation = MemberCoverage["designations"][number];

const WHOLE = 100;

/** A share of an amount, to the cent; "" where there is no amount. */
const partOf = (amount: string, share: string) =>
  amount ? fromCents(Math.round((cents(amount) * cents(share)) / (WHOLE * WHOLE))) : "";

/** Beneficiaries: a bar by shares, and the same in figures. */
export function Designations({ coverage }: { coverage: MemberCoverage }) {
  const { phone, phoneHref } = contact();
  return (
    <section aria-labelledby="designations">
      <h2 id="designations" className={s.title}>
        <Trans>Beneficiaries</Trans>
      </h2>
      {coverage.designations.map((row) => (
        <Shares
          key={row.policy_number}
          row={row}
          amount={coverage.policies.find(({ number }) => number === row.policy_number)?.amount ?? ""}
        />
      ))}
      {phone && (
        <p className="small mute">
          <Trans>
            To name somebody else, call{" "}
            <a className="num" href={phoneHref}>
              {phone}
            </a>
            .
          </Trans>
        </p>
      )}
    </section>
  );
}

function Shares({ row, amount }: { row: Designation; amount: string }) {
  const { plan, since, people } = row;
  const whole = amount && insured(amount);
  return (
    <div className={s.plan}>
      <p className="small">
        {whole ? (
          <Trans>
            Who receives the {whole} of {plan}.
          </Trans>
        ) : (
          <Trans>Who receives what {plan} pays.</Trans>
        )}
      </p>
      <div className={s.bar} aria-hidden="true">
        {people.map((person) => (
          <span key={person.name + person.share} style={{ "--share": Number(person.share) } as CSSProperties}>
            {Number(person.share)}%
          </span>
        ))}
      </div>
      <dl>
        {people.map((person) => (
          <div key={person.name + person.share}>
            <dt>
              {person.name || person.relationship}
              {person.name && <small>{person.relationship}</small>}
            </dt>
            <dd>
              {amount ? insured(partOf(amount, person.share)) : null}
              <small>{Number(person.share)}%</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="xs mute">
        <Trans>As named on {since}.</Trans>
      </p>
    </div>
  );
}
