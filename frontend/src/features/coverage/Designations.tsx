import { Trans, useLingui } from "@lingui/react/macro";
import { type CSSProperties, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { MemberCoverage } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonAnchor } from "@/components/ui/Button";
import { toast } from "@/components/ui/Toast";
import { api, messageOf } from "@/lib/api";
import { cents, fromCents } from "@/lib/format";
import { insured } from "./amounts";
import { BeneficiariesForm } from "./BeneficiariesForm";
import s from "./Designations.module.css";
import { useKeepCoverage } from "./reads";

type Designation = MemberCoverage["designations"][number];

const WHOLE = 100;

/** A share of an amount, to the cent; "" where there is no amount. */
const partOf = (amount: string, share: string) =>
  amount ? fromCents(Math.round((cents(amount) * cents(share)) / (WHOLE * WHOLE))) : "";

/** Beneficiaries: a bar by shares, and the same in figures. */
export function Designations({ coverage }: { coverage: MemberCoverage }) {
  return (
    <section aria-labelledby="designations">
      <h2 id="designations" className={s.title} tabIndex={-1}>
        <Trans>Beneficiaries</Trans>
      </h2>
      {coverage.designations.map((row) => (
        <Shares
          key={row.policy_number}
          row={row}
          amount={coverage.policies.find(({ number }) => number === row.policy_number)?.amount ?? ""}
        />
      ))}
    </section>
  );
}

function Shares({ row, amount }: { row: Designation; amount: string }) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  const { plan, since, people } = row;
  const close = (message = "") => {
    flushSync(() => setEditing(false));
    toast(message);
    document.getElementById(`change-${row.policy_number}`)?.focus();
  };
  if (editing) return <BeneficiariesForm row={row} onClose={close} />;
  const whole = amount && insured(amount);
  const change = (label: string, words: ReactNode) => (
    <Button id={`change-${row.policy_number}`} size="sm" aria-label={label} onClick={() => setEditing(true)}>
      {words}
    </Button>
  );
  if (people.length === 0) {
    return (
      <div className={s.plan}>
        <p>
          {whole ? (
            <Trans>
              No one is named yet to receive the {whole} of {plan} if you die.
            </Trans>
          ) : (
            <Trans>No one is named yet to receive what {plan} pays if you die.</Trans>
          )}
        </p>
        {change(t`Name beneficiaries of ${plan}`, <Trans>Name beneficiaries</Trans>)}
      </div>
    );
  }
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
              {person.trustee && (
                <small>
                  <Trans>Trustee: {person.trustee}</Trans>
                </small>
              )}
              {person.needs_trustee && (
                <small>
                  <Trans>Under 18: name a trustee.</Trans>
                </small>
              )}
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
      {change(t`Change beneficiaries of ${plan}`, <Trans>Change</Trans>)}
      {row.divorced_on && <AfterDivorce row={row} />}
    </div>
  );
}

/** Asks whether beneficiaries who were named before a divorce stay. */
function AfterDivorce({ row }: { row: Designation }) {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const { plan, divorced_on: day } = row;
  const send = async () => {
    setBusy(true);
    setProblem("");
    try {
      keep(await api.post("/api/v1/keep-designation", { policy_number: row.policy_number }));
      toast(t`Your beneficiaries stay as they are.`);
      document.getElementById("designations")?.focus();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Banner tone="warn" title={<Trans>Named before your divorce of {day}</Trans>}>
      <p>
        <Trans>
          Your spouse or partner at the time is still named. Keep or change who receives the benefit.
        </Trans>
      </p>
      {row.divorce_note && <p className={s.note}>{row.divorce_note}</p>}
      {problem && <p role="alert">{problem}</p>}
      <div className={s.answers}>
        <Button
          size="sm"
          busy={busy}
          busyText={t`Saving`}
          aria-label={t`Keep beneficiaries of ${plan}`}
          onClick={() => void send()}
        >
          <Trans>Keep beneficiaries</Trans>
        </Button>
      </div>
    </Banner>
  );
}

/** Leads to beneficiaries who were named before a divorce; nothing where there are none to review. */
export function DivorceHint({ coverage }: { coverage: MemberCoverage }) {
  const rows = coverage.designations.filter((row) => row.divorced_on);
  const day = rows[0]?.divorced_on;
  if (!day) return null;
  const plans = rows.map((row) => row.plan).join(", ");
  return (
    <Banner
      tone="warn"
      title={<Trans>Review your beneficiaries</Trans>}
      action={
        <ButtonAnchor size="sm" href="#designations">
          <Trans>Review beneficiaries</Trans>
        </ButtonAnchor>
      }
    >
      <Trans>
        The beneficiaries of {plans} were named before your divorce of {day}.
      </Trans>
    </Banner>
  );
}
