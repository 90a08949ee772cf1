import { useLingui } from "@lingui/react/macro";
import { SkeletonBar } from "@/components/ui/State";
import s from "../Enroll.module.css";

/**
 * The shape of a form while its questions load. It is there with the first paint: of the step before nothing is left to
 * look at. The focus waits for the form's own heading.
 */
export function StepSkeleton({ title }: { title?: string }) {
  const { t } = useLingui();
  return (
    <div className={s.skeleton} aria-busy="true">
      <span className="sr">{t`Loading`}</span>
      {title ? <h1>{title}</h1> : <SkeletonBar width="60%" height={40} />}
      <SkeletonBar width="90%" height={20} />
      {Array.from({ length: 5 }, (_, index) => (
        <SkeletonBar key={index} width="100%" height={46} />
      ))}
    </div>
  );
}
