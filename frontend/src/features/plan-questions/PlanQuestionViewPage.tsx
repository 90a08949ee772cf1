import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Question } from "@/client";
import { HealthForm } from "@/components/shop/questions/HealthQuestions";
import { Banner } from "@/components/ui/Banner";
import { Breadcrumb } from "@/components/ui/Breadcrumb";
import { ButtonLink } from "@/components/ui/Button";
import { bootstrap } from "@/lib/bootstrap";
import { homePath } from "@/lib/home";
import { PageHeading } from "@/lib/page";

/** The questions insurers usually ask. A plan's own questions come with the plan. */
function useExamples(): Question[] {
  const { t } = useLingui();
  const texts = [
    t`Have you used tobacco in any form in the past 12 months?`,
    t`Have you had an abnormal result of a medical test, or been advised to have a test that is not done yet?`,
    t`In the past 10 years, have you had, or been treated for, a disorder of the heart or the blood vessels?`,
    t`In the past 10 years, have you had, or been treated for, cancer or a tumor?`,
    t`In the past 10 years, have you had, or been treated for, diabetes or a disorder of the kidneys or the liver?`,
  ];
  return texts.map((question_text, index) => ({
    question_id: index + 1,
    question_text,
    question_sub_type: index > 1 ? "detail" : "",
    require_detail: index > 1,
    asks_text: index === 1,
    options: [],
    who: [],
  }));
}

/** The medical questions as an example: nothing leaves the page. */
export default function PlanQuestionViewPage() {
  const { t } = useLingui();
  const questions = useExamples();
  const [done, setDone] = useState(false);
  return (
    <main id="main" className="wrap page">
      <Breadcrumb
        crumbs={[
          ...(bootstrap.flags.hide_home_breadcrumb ? [] : [{ label: t`Home`, to: homePath() }]),
          { label: t`Plans`, to: "/plans" },
          { label: t`Medical questions` },
        ]}
      />
      <div className="page-head">
        <div>
          <PageHeading title={t`Medical questions`}>
            <Trans>Please answer following questions to view rates.</Trans>
          </PageHeading>
          <p>
            <Trans>These are the questions insurers usually ask. We don't save your answers here.</Trans>
          </p>
        </div>
      </div>
      <div className="stack-6">
        <HealthForm questions={questions} save={async () => setDone(true)} />
        {done && (
          <Banner
            tone="ok"
            live="status"
            action={
              <ButtonLink size="sm" to="/plans">
                <Trans>See all plans</Trans>
              </ButtonLink>
            }
          >
            <Trans>All questions are answered. A plan asks its own questions before it shows a price.</Trans>
          </Banner>
        )}
      </div>
    </main>
  );
}
