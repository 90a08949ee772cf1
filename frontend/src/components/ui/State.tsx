import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { cx } from "@/lib/cx";
import { Button } from "./Button";
import { Icon } from "./Icon";
import s from "./State.module.css";

const EmptyPicture = lazy(() => import("./EmptyPicture"));

/** An empty state: a small picture, the sentence, one way out. */
export function Empty({
  title,
  children,
  action,
  of,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  of?: string;
}) {
  return (
    <div className={s.empty}>
      <Suspense fallback={<div style={{ height: 120 }} />}>
        <EmptyPicture of={of} />
      </Suspense>
      <h2>{title}</h2>
      {children && <p className="small">{children}</p>}
      {action}
    </div>
  );
}

/** A read that failed: what failed, what is safe, try again. */
export function FailedRead({
  title,
  children,
  onRetry,
  busy,
}: {
  title?: ReactNode;
  children?: ReactNode;
  onRetry: () => void;
  busy?: boolean;
}) {
  return (
    <div className={cx(s.empty, s.emptySolid)} role="alert">
      <Icon name="warning" size="lg" />
      <h2>{title ?? <Trans>We could not load this page</Trans>}</h2>
      <p className="small">
        {children ?? <Trans>Check your connection. Nothing you entered is lost.</Trans>}
      </p>
      <Button size="sm" onClick={onRetry} busy={busy ?? false}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

export function SkeletonBar({ width, height }: { width?: number | string; height?: number }) {
  return <div className={s.skel} style={{ width, height }} />;
}

/** Shows its skeleton only after 200 ms, so that quick answers never flash. */
export function Loading({
  label,
  children,
  className,
}: {
  label?: string;
  children: ReactNode;
  className?: string;
}) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={cx(className, s.loading, !shown && s.waiting)} aria-busy="true">
      <span className="sr">{label ?? t`Loading`}</span>
      {children}
    </div>
  );
}

/** The skeleton of one card. */
export function CardSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={s.cardSkeleton} aria-hidden="true">
      <SkeletonBar width={120} height={28} />
      <SkeletonBar width="86%" height={20} />
      {Array.from({ length: lines }, (_, index) => (
        <SkeletonBar key={index} width={index === lines - 1 ? "70%" : "100%"} />
      ))}
    </div>
  );
}
