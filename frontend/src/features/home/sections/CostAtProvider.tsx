import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { money } from "@/lib/format";
import s from "./Sections.module.css";
import { Figures } from "./useFigures";

/** The cost of care at the provider's with the brand's featured plans. */
export default function CostAtProvider() {
  const { t } = useLingui();
  return (
    <Figures of="desk">
      {(prices) => {
        const plans = [...new Set(prices.map(({ plan_name }) => plan_name))].join(" + ");
        return (
          <section className={`section ${s.desk}`} aria-labelledby="desk">
            <div className="wrap">
              <h2 id="desk">
                <Trans>What you pay at the office</Trans>
              </h2>
              <p>
                <Trans>With {plans}, in network.</Trans>
              </p>
              <ul>
                {prices.map(({ code, name, own, fee, waiting_months: months }) => {
                  const usual = money(fee);
                  const wait = months && t`${plural(months, { one: "# month", other: "# months" })}`;
                  return (
                    <li key={code}>
                      <b>{money(own)}</b>
                      <span>
                        {name}
                        <small>
                          {wait ? (
                            <Trans>
                              of {usual}, after {wait}
                            </Trans>
                          ) : (
                            <Trans>of {usual}</Trans>
                          )}
                        </small>
                      </span>
                    </li>
                  );
                })}
              </ul>
              <p className={s.fees}>
                <Trans>
                  Each is shown as the first visit of the year, deductible included. Fees are examples.
                </Trans>
              </p>
            </div>
          </section>
        );
      }}
    </Figures>
  );
}
