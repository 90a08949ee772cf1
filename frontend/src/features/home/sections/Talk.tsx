import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Candid } from "@/client";
import { contact } from "@/lib/bootstrap";
import { money } from "@/lib/format";
import { useMarketing } from "../useMarketing";
import { OrYourself } from "./Help";
import s from "./Sections.module.css";
import { Figures } from "./useFigures";

function Waits({ facts }: { facts: Candid }) {
  const { t } = useLingui();
  const { basic_months: basic, major_months: major, orthodontia_months: braces, plan_name: plan } = facts;
  const inMonths = (count: number | null) =>
    count ? t`${plural(count, { one: "# month", other: "# months" })}` : "";
  const [forBasic, forMajor, forBraces] = [basic, major, braces].map(inMonths);
  const waits = [
    forBasic && t`fillings after ${forBasic}`,
    forMajor && t`crowns after ${forMajor}`,
    forBraces && t`braces after ${forBraces}`,
  ]
    .filter(Boolean)
    .join(", ");
  if (!waits) return null;
  return (
    <div>
      <dt>
        <Trans>“The waiting period is real.”</Trans>
      </dt>
      <dd>
        <Trans>
          {plan}: {waits}. If you need work next week, a plan won't pay for it.
        </Trans>
      </dd>
    </div>
  );
}

function Sayings({ facts }: { facts: Candid }) {
  const fee = money(facts.membership);
  const lowest = money(facts.lowest);
  const year = money(facts.lowest_year);
  return (
    <dl>
      <Waits facts={facts} />
      {Number(facts.membership) > 0 && (
        <div>
          <dt>
            <Trans>“The membership is {fee} a month.”</Trans>
          </dt>
          <dd>
            <Trans>The same however many plans you choose. It has its own line in your order summary.</Trans>
          </dd>
        </div>
      )}
      <div>
        <dt>
          <Trans>“Don't insure what you can pay.”</Trans>
        </dt>
        <dd>
          <Trans>
            A plan for {lowest} a month that you never use costs {year} a year with the membership.
          </Trans>
        </dd>
      </div>
    </dl>
  );
}

/** What to know before signing, and whom to ask. */
export default function Talk() {
  const { i18n } = useLingui();
  const { phone, phoneHref, hours } = contact(i18n.locale);
  const [help] = useMarketing().help ?? [];
  return (
    <Figures of="talk">
      {(facts) => (
        <section className="section" aria-labelledby="talk">
          <div className="wrap">
            <div className={s.talk}>
              <div>
                <h2 id="talk">
                  <Trans>What we say before you sign</Trans>
                </h2>
                <Sayings facts={facts} />
              </div>
              {help && (
                <div>
                  <h2>{help.title}</h2>
                  {help.text && <p>{help.text.replace("{hours}", hours)}</p>}
                  {phone && (
                    <a className={`num ${s.phone}`} href={phoneHref}>
                      {phone}
                    </a>
                  )}
                  <OrYourself />
                </div>
              )}
            </div>
          </div>
        </section>
      )}
    </Figures>
  );
}
