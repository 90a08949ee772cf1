import { Trans } from "@lingui/react/macro";
import type { Receipt as ReceiptFacts } from "@/client";
import { Banner } from "@/components/ui/Banner";
import s from "./Receipt.module.css";

/** The next steps by day, and the insurer's open decisions. */
export function NextSteps({ receipt }: { receipt: ReceiptFacts }) {
  return (
    <section aria-labelledby="next-steps" className={s.next}>
      <h2 id="next-steps">
        <Trans>What happens next</Trans>
      </h2>
      <ol className={s.timeline}>
        {receipt.next_steps.map((step) => (
          <li key={step.kind} data-kind={step.kind}>
            <span className={s.day}>
              {step.happens_on || step.when}
              {step.happens_on && step.bound && <small> {step.bound}</small>}
            </span>
            <span className={s.point} />
            <div>
              <b>{step.title}</b>
              <p>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      {receipt.pending.length > 0 && (
        <Banner tone="warn" title={<Trans>Pending underwriting</Trans>}>
          {receipt.pending.map(({ plan, text }) => (
            <p key={plan}>
              <b>{plan}:</b> {text}
            </p>
          ))}
        </Banner>
      )}
    </section>
  );
}
