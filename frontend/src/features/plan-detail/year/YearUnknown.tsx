import { Trans, useLingui } from "@lingui/react/macro";
import { dollars } from "@/lib/format";
import type { YearCost } from "./useYear";
import s from "./YearUnknown.module.css";

/** The limits of the estimate of a year. */
export function YearUnknown({ answer }: { answer: YearCost }) {
  const { i18n } = useLingui();
  const lines = answer.plans[0]?.year?.lines ?? [];
  const named = new Map(lines.map(({ service, label, fee }) => [service, `${label} ${dollars(fee)}`]));
  const fees = new Intl.ListFormat(i18n.locale, { type: "unit" }).format(named.values());
  return (
    <div className={s.unknown}>
      <h3>
        <Trans>What this estimate leaves out</Trans>
      </h3>
      <ul>
        <li>
          <b>
            <Trans>Unexpected care.</Trans>
          </b>{" "}
          <Trans>
            A broken tooth or an infection is not in it. That is what a plan is for beyond checkups.
          </Trans>
        </li>
        <li>
          <b>
            <Trans>Your dentist’s actual fees.</Trans>
          </b>{" "}
          {fees && <Trans>Uses typical fees: {fees}.</Trans>} {answer.fees_note}
        </li>
        <li>
          <b>
            <Trans>Who you see.</Trans>
          </b>{" "}
          <Trans>Care is counted in network. Outside it a plan pays less, or nothing.</Trans>
        </li>
        {named.has("braces") && (
          <li>
            <b>
              <Trans>When you are billed.</Trans>
            </b>{" "}
            <Trans>
              Braces are counted whole in the month they start; most are paid over 24 months. What a plan pays
              of them has a maximum for life.
            </Trans>
          </li>
        )}
        <li>
          <b>
            <Trans>The year after.</Trans>
          </b>{" "}
          <Trans>One year from the start, at today’s price.</Trans>{" "}
          {named.has("contacts") && (
            <Trans>Contact lenses usually take the place of glasses in a year.</Trans>
          )}
        </li>
      </ul>
    </div>
  );
}
