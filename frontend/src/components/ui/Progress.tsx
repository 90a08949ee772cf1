import { Trans, useLingui } from "@lingui/react/macro";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/router";
import s from "./Progress.module.css";

export interface Step {
  key: string;
  title: string;
  state: "done" | "now" | "todo";
  /** Of steps that can be opened. */
  href?: string | undefined;
}

/** Numbered rail of a longer task (desktop). */
export function StepRail({ steps, label }: { steps: Step[]; label: string }) {
  const { t } = useLingui();
  return (
    <nav className={s.steps} aria-label={label}>
      <p className={s.stepsT}>{label}</p>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step.key}
            data-n={index + 1}
            className={cx(step.state === "done" && s.done, step.state === "now" && s.now)}
            aria-current={step.state === "now" ? "step" : undefined}
          >
            {step.href && step.state !== "now" ? (
              <Link to={step.href}>
                {step.title}
                {step.state === "done" && <span className="sr">, {t`complete`}</span>}
              </Link>
            ) : (
              step.title
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The same on phones: "Step 2 of 7", a way to the last step once it can be opened, else the next title, and a bar. */
export function StepLine({ steps }: { steps: Step[] }) {
  const current = Math.max(
    0,
    steps.findIndex((step) => step.state === "now"),
  );
  const position = current + 1;
  const total = steps.length;
  const next = steps[current + 1]?.title;
  const last = steps.at(-1);
  return (
    <div className={s.mprog}>
      <p className={s.mprogT}>
        <b>
          <Trans>
            Step {position} of {total}
          </Trans>
        </b>
        {last?.href && last.state !== "now" ? (
          <Link to={last.href}>{last.title}</Link>
        ) : (
          next && (
            <span className="mute">
              <Trans>Next: {next}</Trans>
            </span>
          )
        )}
      </p>
      <SegmentedProgress value={position} max={total} />
    </div>
  );
}

/** Decorative bar: always next to the same numbers in words. */
export function SegmentedProgress({
  value,
  max,
  className,
}: {
  value: number;
  max: number;
  className?: string;
}) {
  return (
    <div className={cx(s.segProgress, className)} aria-hidden="true">
      {Array.from({ length: max }, (_, index) => (
        <i key={index} className={cx(index < value && s.on)} />
      ))}
    </div>
  );
}
