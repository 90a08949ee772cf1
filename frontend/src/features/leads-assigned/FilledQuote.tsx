import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { LeadDetail } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Panel } from "@/components/ui/Card";
import { Lines, Statement, StatementBody, StatementHead, StatementTotal } from "@/components/ui/Statement";
import { TIER_CHOICES } from "@/lib/shop/labels";
import type { Tier } from "@/lib/shop/types";
import s from "./Lead.module.css";
import { StartQuote } from "./StartQuote";

function useAnswerNames(): Record<LeadDetail["missing"][number], string> {
  const { t } = useLingui();
  return { zip: t`ZIP code`, dob: t`date of birth`, gender: t`gender`, tier: t`who is covered` };
}

/** What a price still needs, or that plans can be priced now. */
function NoPlans({ lead }: { lead: LeadDetail }) {
  const { i18n } = useLingui();
  const names = useAnswerNames();
  const list = new Intl.ListFormat(`${i18n.locale}-US`).format(lead.missing.map((name) => names[name]));
  return (
    <Panel titleId="lead-quote" title={<Trans>Quote</Trans>}>
      <div className={s.body}>
        <p className="small">
          {lead.missing.length > 0 ? (
            <Trans>To price plans, ask for: {list}.</Trans>
          ) : (
            <Trans>We have all the answers needed for prices. Choose plans together.</Trans>
          )}
        </p>
        <StartQuote lead={lead} block>
          {lead.missing.length > 0 ? (
            <Trans>Add answers and start quote</Trans>
          ) : (
            <Trans>See priced plans</Trans>
          )}
        </StartQuote>
      </div>
    </Panel>
  );
}

/** The quote as it stands: the plans of the visit's cart, or of the quote that was started. */
export function FilledQuote({ lead }: { lead: LeadDetail }) {
  const { i18n } = useLingui();
  const [problem, setProblem] = useState("");
  const filled = lead.statement;
  if (!filled) return <NoPlans lead={lead} />;
  const covered = i18n._(TIER_CHOICES[filled.tier as Tier]);
  return (
    <Statement>
      <StatementHead>
        <div>
          <h2>
            <Trans>Quote, filled in</Trans>
          </h2>
          <p className="small mute">
            {filled.of === "visit" ? (
              <Trans>From the plans in their cart. For {covered}.</Trans>
            ) : (
              <Trans>The quote you started. For {covered}.</Trans>
            )}
          </p>
        </div>
      </StatementHead>
      <StatementBody>
        <Lines lines={filled.lines.map(({ label, monthly }) => ({ key: label, label, value: monthly }))} />
      </StatementBody>
      <StatementTotal
        lines={[
          { label: <Trans>A month</Trans>, value: filled.monthly, grand: true },
          ...(filled.first_month === filled.monthly
            ? []
            : [{ label: <Trans>First month</Trans>, value: filled.first_month }]),
        ]}
      >
        <div className={s.send}>
          <StartQuote lead={lead} block onFailed={setProblem}>
            <Trans>Review and send quote</Trans>
          </StartQuote>
        </div>
        {problem && (
          <Banner tone="bad" live="alert">
            {problem}
          </Banner>
        )}
      </StatementTotal>
    </Statement>
  );
}
