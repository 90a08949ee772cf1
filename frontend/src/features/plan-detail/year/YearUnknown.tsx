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
            A broken tooth or an infection isn't included. Plans help with those too, not just checkups.
          </Trans>
        </li>
        <li>
          <b>
            <Trans>Your dentist's actual fees.</Trans>
          </b>{" "}
          {fees && <Trans>Uses typical fees: {fees}.</Trans>} {answer.fees_note}
        </li>
        <li>
          <b>
            <Trans>Who you see.</Trans>
          </b>{" "}
          <Trans>This assumes in-network care. Out of network, a plan pays less or nothing.</Trans>
        </li>
        {named.has("braces") && (
          <li>
            <b>
              <Trans>When you are billed.</Trans>
            </b>{" "}
            <Trans>
              We count the full cost of braces in the month they start, though most people pay over 24 months.
              Plans have a lifetime maximum for braces.
            </Trans>
          </li>
        )}
        <li>
          <b>
            <Trans>The following year.</Trans>
          </b>{" "}
          <Trans>One year from the start, at today's price.</Trans>{" "}
          {named.has("contacts") && (
            <Trans>Plans usually cover contact lenses or glasses in a year, not both.</Trans>
          )}
        </li>
      </ul>
    </div>
  );
}
