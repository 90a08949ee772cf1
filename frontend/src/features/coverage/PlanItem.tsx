import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/ui/Badge";
import { Facts } from "@/components/ui/Facts";
import { Icon } from "@/components/ui/Icon";
import { money } from "@/lib/format";
import { Link } from "@/lib/router";
import { useListWords } from "@/lib/words";
import s from "./Coverage.module.css";
import type { PolicySummary } from "./reads";

const TONES = {
  pending: "warn",
  accepted: "ok",
  active: "ok",
  ended: undefined,
  cancelled: undefined,
} as const;

export const isOver = ({ state }: PolicySummary) => state === "ended" || state === "cancelled";

/** A policy's state in words. */
export function StateBadge({ policy }: { policy: PolicySummary }) {
  const tone = TONES[policy.state];
  return <Badge {...(tone ? { tone } : {})}>{policy.state_text}</Badge>;
}

/** A policy in the list of My benefits: state, days, who is covered, price, documents. */
export function PlanItem({ policy }: { policy: PolicySummary }) {
  const { t } = useLingui();
  const sayList = useListWords();
  const names = isOver(policy) ? "" : sayList(policy.people.map((person) => person.first_name));
  const monthly = policy.monthly && money(policy.monthly);
  return (
    <li className={s.plan}>
      <div className={s.head}>
        <h3>{policy.plan}</h3>
        <StateBadge policy={policy} />
      </div>
      <Facts>
        <Trans>Policy {policy.number}</Trans>
        <Trans>Effective {policy.starts_on}</Trans>
        {policy.ends_on && <Trans>Until {policy.ends_on}</Trans>}
        {names && <Trans>Covers {names}</Trans>}
        {monthly && <Trans>{monthly} a month</Trans>}
      </Facts>
      <div className={s.links}>
        <Link
          to={`/coverage/policies/${encodeURIComponent(policy.number)}`}
          aria-label={t`Policy and history of ${policy.plan}`}
        >
          <Icon name="clock" size="sm" />
          <Trans>Policy and history</Trans>
        </Link>
        {policy.documents.map((entry) => (
          <a key={entry.url} href={entry.url} target="_blank" rel="noreferrer">
            <Icon name="document" size="sm" />
            {entry.title}
          </a>
        ))}
      </div>
    </li>
  );
}
