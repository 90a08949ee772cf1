import { Trans } from "@lingui/react/macro";
import { HealthQuestions } from "./HealthQuestions";
import s from "./Questions.module.css";
import { YesNoQuestions } from "./YesNoQuestions";

/** Questions a plan asks before it can be priced or bought. */
export default function PlanQuestions({
  planId,
  health,
  yesNo,
}: {
  planId: number;
  health: boolean;
  yesNo: boolean;
}) {
  return (
    <section id="questions" className={s.questions} aria-labelledby="questions-title">
      <h2 id="questions-title">
        {health ? (
          <Trans>Please answer following questions to view rates.</Trans>
        ) : (
          <Trans>A few questions before you buy</Trans>
        )}
      </h2>
      {health && <HealthQuestions planId={planId} />}
      {!health && yesNo && <YesNoQuestions planId={planId} />}
    </section>
  );
}
