import { Trans, useLingui } from "@lingui/react/macro";
import { Disclosure } from "@/components/ui/Disclosure";
import { StepLine, StepRail } from "@/components/ui/Progress";
import { Link } from "@/lib/router";
import s from "./Change.module.css";
import type { Step } from "./change";
import { useOwner } from "./owner";
import { useOwnerName } from "./reads";

interface RailProps {
  steps: Step[];
  step: Step;
  furthest: Step;
  /** What was answered at each step, in few words. */
  summaries: Partial<Record<Step, string>>;
}

/** The steps with the answers so far; on phones a line of progress and a fold. */
export function ChangeRail({ steps, step, furthest, summaries }: RailProps) {
  const { t } = useLingui();
  const { path } = useOwner();
  const who = useOwnerName();
  const titles: Record<Step, string> = {
    what: t`What happened`,
    who: t`Who and what`,
    when: t`When`,
    plan: t`Another plan`,
    price: who ? t`The new price` : t`Your new price`,
  };
  const now = steps.indexOf(step);
  const open = steps.indexOf(furthest);
  const rail = steps.map((key, index) => ({
    key,
    title: titles[key],
    state: index === now ? ("now" as const) : index < now ? ("done" as const) : ("todo" as const),
    href: index <= open ? `${path}/${key}` : undefined,
  }));
  const answers = steps.filter((key, index) => index < now && summaries[key]);
  const list = (
    <dl className={s.told}>
      {answers.map((key) => (
        <div key={key}>
          <dt>{titles[key]}</dt>
          <dd>
            {summaries[key]}{" "}
            <Link to={`${path}/${key}`} aria-label={`${t`Change`}: ${titles[key]}`}>{t`Change`}</Link>
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <div className={s.rail}>
      <StepRail steps={rail} label={t`Tell us about a change`} />
      <StepLine steps={rail.map((entry) => ({ ...entry, href: undefined }))} />
      {answers.length > 0 && (
        <>
          <div className={s.wide}>{list}</div>
          <div className={s.narrow}>
            <Disclosure
              summary={who ? <Trans>The answers so far</Trans> : <Trans>Your answers so far</Trans>}
            >
              {list}
            </Disclosure>
          </div>
        </>
      )}
    </div>
  );
}
