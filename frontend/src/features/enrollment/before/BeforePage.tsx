import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, lazy, Suspense, useState } from "react";
import type { PreparationOut } from "@/client";
import { ButtonLink, LinkButton } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { FailedRead } from "@/components/ui/State";
import { cx } from "@/lib/cx";
import { partWithTexts } from "@/lib/load-part";
import { PageHeading } from "@/lib/page";
import { Link } from "@/lib/router";
import { wizardApi } from "../api";
import { useStep } from "../engine/wizard";
import { OrderStatement, useCart } from "../parts/OrderSummary";
import { StepSkeleton } from "../parts/StepSkeleton";
import s from "./Before.module.css";
import { Drawing } from "./Drawing";

const SaveLater = lazy(partWithTexts("dialogs", () => import("../parts/SaveLater")));

function Needs({ needs }: { needs: PreparationOut["needs"] }) {
  return (
    <section aria-labelledby="needs">
      <h2 id="needs" className="sr">
        <Trans>What you will need</Trans>
      </h2>
      <ul className={s.needs}>
        {needs.map((need) => (
          <li key={need.key}>
            <Drawing of={need.key} className={s.object} />
            <h3>{need.title}</h3>
            <p>{need.text}</p>
            <span className={s.whose}>
              {need.whose.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A bar from its own start, to the scale of all minutes. */
function Bar({ from, minutes, all, total }: { from: number; minutes: number; all: number; total?: boolean }) {
  const scale = { "--from": from / all, "--long": minutes / all } as CSSProperties;
  return (
    <span className={cx(s.bar, total && s.whole)} aria-hidden="true">
      <i style={scale} />
    </span>
  );
}

function Times({ page }: { page: PreparationOut }) {
  const { minutes: all } = page;
  let from = 0;
  const rows = page.steps.map((step) => {
    const row = { ...step, from };
    from += step.minutes;
    return row;
  });
  return (
    <section aria-labelledby="times">
      <h2 id="times">
        <Trans>What we ask and why</Trans>
      </h2>
      <p>
        <Trans>Steps for the plans in your cart, with the time they usually take.</Trans>
      </p>
      <ol className={s.times}>
        {rows.map((row, index) => (
          <li key={row.tab_name}>
            <span className={s.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3>{row.title}</h3>
              <p>{row.text}</p>
            </div>
            <Bar from={row.from} minutes={row.minutes} all={all} />
            <span className={s.minutes}>
              <Trans>{row.minutes} min</Trans>
            </span>
          </li>
        ))}
        <li className={s.sum}>
          <span />
          <h3>
            <Trans>Total</Trans>
          </h3>
          <Bar from={0} minutes={all} all={all} total />
          <span className={s.minutes}>
            <Trans>{all} min</Trans>
          </span>
        </li>
      </ol>
    </section>
  );
}

function Promises() {
  const { t } = useLingui();
  return (
    <section aria-label={t`Good to know`}>
      <ul className={s.promises}>
        <li>
          <Icon name="clock" />
          <b>
            <Trans>Stop anytime</Trans>
          </b>
          <span>
            <Trans>
              Use Save & Continue Later on any step. We'll email you a code that works for 30 days.
            </Trans>
          </span>
        </li>
        <li>
          <Icon name="lock" />
          <b>
            <Trans>Kept safe</Trans>
          </b>
          <span>
            <Trans>Numbers are encrypted. After that, only the last four digits are shown.</Trans>
          </span>
        </li>
        <li>
          <Icon name="check" />
          <b>
            <Trans>No surprises at the end</Trans>
          </b>
          <span>
            <Trans>In the last step, review everything, then submit.</Trans>
          </span>
        </li>
      </ul>
    </section>
  );
}

/** What to have ready and how long it takes, before the first step. Returning visitors skip it. */
export default function BeforePage() {
  const { t } = useLingui();
  const { enrollmentId, wizard } = useStep();
  const { data: cart } = useCart(enrollmentId);
  const { data, error, refetch } = useQuery({
    queryKey: ["preparation", enrollmentId, wizard.version],
    queryFn: ({ signal }) => wizardApi.preparation(enrollmentId, signal),
  });
  const [mailing, setMailing] = useState(false);
  if (!data) {
    return (
      <main id="main" className={cx("wrap", s.page)}>
        {error ? <FailedRead onRetry={() => void refetch()} /> : <StepSkeleton />}
      </main>
    );
  }
  const { begin, fresh, minutes } = data;
  const go = fresh ? <Trans>Begin</Trans> : <Trans>Continue</Trans>;
  return (
    <>
      <main id="main">
        <div className={cx("wrap", s.page)}>
          <div>
            <PageHeading title={t`Before you start`}>{data.title}</PageHeading>
            <p className={cx("lead", s.lead)}>{data.lead}</p>
            {data.needs.length > 0 && <Needs needs={data.needs} />}
            <Times page={data} />
            <Promises />
          </div>
          <aside className={s.aside} aria-label={t`Your plans and the first step`}>
            {cart && (
              <OrderStatement
                cart={cart}
                headingId="order-before"
                title={<Trans>What you are enrolling in</Trans>}
              >
                <div className={cx("only-d", s.begin)}>
                  <ButtonLink tone="primary" size="lg" block to={data.href}>
                    {go}
                  </ButtonLink>
                  <p>
                    {fresh ? (
                      <Trans>First step: {begin.title}</Trans>
                    ) : (
                      <Trans>Next step: {begin.title}</Trans>
                    )}
                  </p>
                </div>
              </OrderStatement>
            )}
            <p className={cx("small", s.also)}>
              <LinkButton icon="mail" onClick={() => setMailing(true)}>
                <Trans>Email me this list</Trans>
              </LinkButton>
              <Link to="/continue-enrollment">
                <Trans>I have a code</Trans>
              </Link>
            </p>
          </aside>
        </div>
        <div className={s.foot}>
          <p>
            <b>
              <Trans>{minutes} min</Trans>
            </b>
            <Trans>save anytime</Trans>
          </p>
          <ButtonLink tone="primary" to={data.href}>
            {go}
          </ButtonLink>
        </div>
      </main>
      <Suspense fallback={null}>
        {mailing && (
          <SaveLater
            email=""
            withNeeds
            before={async () => undefined}
            data={() => ({})}
            onClose={() => setMailing(false)}
          />
        )}
      </Suspense>
    </>
  );
}
