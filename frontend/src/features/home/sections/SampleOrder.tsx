import { Trans, useLingui } from "@lingui/react/macro";
import { Lines, Statement, StatementBody, StatementHead, StatementTotal } from "@/components/ui/Statement";
import { money } from "@/lib/format";
import { TIER_NAMES } from "@/lib/shop/labels";
import s from "./Sections.module.css";
import { Figures } from "./useFigures";

const NOTHING = "0.00";
const isSomething = (amount: string) => Number(amount) !== 0;

/** A family's order, line by line, as the engine adds it up. */
export default function SampleOrder() {
  const { t, i18n } = useLingui();
  const tier = i18n._(TIER_NAMES.IF);
  return (
    <Figures of="statement">
      {(order, place) => (
        <section className="section" aria-labelledby="order">
          <div className={`wrap ${s.sum}`}>
            <div>
              <h2 id="order">
                <Trans>See where every cent goes</Trans>
              </h2>
              <p className={`lead ${s.lead}`}>
                <Trans>A family of four in {place}. That's everything they pay, with no hidden fees.</Trans>
              </p>
              <ol>
                <li>
                  <b className="num">{money(order.monthly)}</b>
                  <span>
                    {isSomething(order.membership) ? (
                      <Trans>every month, fees and membership included</Trans>
                    ) : (
                      <Trans>every month, fees included</Trans>
                    )}
                  </span>
                </li>
                <li>
                  <b className="num">{money(order.once)}</b>
                  <span>
                    <Trans>once, with the first payment</Trans>
                  </span>
                </li>
                <li>
                  <b className="num">{money(NOTHING)}</b>
                  <span>
                    <Trans>to look, to ask a licensed agent, to change your mind before you sign</Trans>
                  </span>
                </li>
              </ol>
            </div>
            <Statement>
              <StatementHead>
                <h3>
                  <Trans>Order summary</Trans>
                </h3>
              </StatementHead>
              <StatementBody>
                <Lines
                  lines={[
                    ...order.lines.map((line) => ({
                      key: String(line.plan_id),
                      label: line.plan_name,
                      note: [tier, line.note].filter(Boolean).join(". "),
                      value: line.amount,
                    })),
                    ...(isSomething(order.membership)
                      ? [{ label: t`Association membership`, value: order.membership }]
                      : []),
                  ]}
                />
              </StatementBody>
              <StatementTotal
                lines={[
                  { label: t`First Month Total Cost`, value: order.first_month },
                  { label: t`Recurring Monthly Cost`, value: order.monthly, grand: true },
                ]}
              />
            </Statement>
          </div>
        </section>
      )}
    </Figures>
  );
}
