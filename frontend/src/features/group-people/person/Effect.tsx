import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { MonthSplit, WorkRow } from "@/client";
import { cents, fromCents, money, moneyDifference } from "@/lib/format";
import s from "./Person.module.css";

interface EffectProps {
  title: ReactNode;
  effect: { before: MonthSplit; after: MonthSplit; rows: WorkRow[]; notes: string[] };
  /** Who pays beside the group. */
  name: string;
  /** Said where no plan is concerned. */
  nothing: ReactNode;
}

/** A month before and after, and what else a change means. */
export function Effect({ title, effect, name, nothing }: EffectProps) {
  const { t } = useLingui();
  const { after, before, notes } = effect;
  const known = before.premium && after.premium;
  const rows = [
    [t`Premium`, before.premium, after.premium],
    [t`The group pays`, before.employer, after.employer],
    [t`${name} pays`, before.own, after.own],
  ] as const;
  return (
    <section className={s.effect} aria-labelledby="effect">
      <h3 id="effect">{title}</h3>
      {effect.rows.length === 0 && <p className="small">{nothing}</p>}
      {effect.rows.length > 0 && known && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <Trans>A month</Trans>
              </th>
              <th scope="col">
                <Trans>Now</Trans>
              </th>
              <th scope="col">
                <Trans>Then</Trans>
              </th>
              <th scope="col">
                <Trans>Change</Trans>
              </th>
            </tr>
          </thead>
          <tbody className="num">
            {rows.map(([label, was, is]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{money(was)}</td>
                <td>{money(is)}</td>
                <td>{was === is ? "–" : moneyDifference(fromCents(cents(is) - cents(was)))}</td>
              </tr>
            ))}
            {(before.each_pay || after.each_pay) && (
              <tr>
                <th scope="row">
                  <Trans>From each paycheck</Trans>
                </th>
                <td>{before.each_pay || "–"}</td>
                <td>{after.each_pay || "–"}</td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      )}
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
