import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/Button";
import { FailedRead } from "@/components/ui/State";
import { PageHeading } from "@/lib/page";
import { wizardApi } from "../api";
import form from "../Enroll.module.css";
import { keys, useStep } from "../engine/wizard";
import { ReviewCards } from "../parts/ReviewCards";
import { StepSkeleton } from "../parts/StepSkeleton";
import s from "./HandOver.module.css";

/** The answers filled in for the client, before the client's own steps. */
export default function CheckStep() {
  const { t } = useLingui();
  const { enrollmentId, wizard } = useStep();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: keys.review(enrollmentId),
    queryFn: ({ signal }) => wizardApi.review(enrollmentId, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const title = t`Check your application`;
  if (!data && !error) return <StepSkeleton title={title} />;
  return (
    <div className={form.form}>
      <div className={s.head}>
        <PageHeading title={title}>{title}</PageHeading>
        <p>
          <Trans>Review what was filled in for you. Change anything that isn't right.</Trans>
        </p>
      </div>
      {data ? (
        <ReviewCards cards={data.result.filter((card) => card.status === "done")} from="check" />
      ) : (
        <FailedRead onRetry={() => void refetch()} />
      )}
      <div className={s.foot}>
        <Button tone="primary" onClick={() => void navigate(wizard.resume.href)}>
          <Trans>Everything is right, continue</Trans>
        </Button>
      </div>
    </div>
  );
}
