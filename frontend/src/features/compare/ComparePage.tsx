import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type EditRequest, type Fix, nextEdit } from "@/components/shop/fixes";
import { useCartActions } from "@/components/shop/useCartActions";
import { usePriceFixes } from "@/components/shop/usePriceFixes";
import { Banner } from "@/components/ui/Banner";
import { Breadcrumb, useTrail } from "@/components/ui/Breadcrumb";
import { ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { announce } from "@/lib/announce";
import { moveNext } from "@/lib/moves";
import { PageHeading, STAY } from "@/lib/page";
import { keepCompared, MOST_COMPARED, namedIds, noteSeen, planIds } from "@/lib/shop/compare";
import { useFilterInfo } from "@/lib/shop/filter";
import { useStored } from "@/lib/storage";
import s from "./Compare.module.css";
import { SideBySide, useInShort } from "./SideBySide";
import { isUnknown, useColumns } from "./useColumns";
import { useComparedYears, useFirstCare } from "./useYears";

const EditSearch = lazy(() =>
  import("@/components/shop/EditSearch").then((part) => ({ default: part.EditSearch })),
);

/** The address names the plans, so that it can be shared; without any it takes over the browser's own choice. */
function useComparison() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const searchParams = new URLSearchParams(search);
  const named = searchParams.get("plans");
  const stored = useStored("compare");
  const ids = planIds(named ?? stored);
  const kept = ids.join(",");
  const onlyDifferent = searchParams.get("only") === "diff";
  const write = (plans: string, different: boolean) => {
    searchParams.set("plans", plans);
    if (different) searchParams.set("only", "diff");
    else searchParams.delete("only");
    // Commas are fine in a query, and an address that is shared should be readable.
    void navigate(`?${searchParams.toString().replaceAll("%2C", ",")}`, { replace: true, state: STAY });
  };
  const unnamed = named === null && kept !== "";
  useEffect(() => {
    if (unnamed) write(kept, onlyDifferent);
  });
  return {
    ids,
    tooMany: namedIds(named).length > MOST_COMPARED,
    onlyDifferent: onlyDifferent && ids.length > 1,
    showDifferent: (on: boolean) => {
      moveNext([]);
      write(kept, on);
    },
    change: (next: number[]) => {
      keepCompared(next);
      write(next.join(","), onlyDifferent);
    },
  };
}

function Nothing() {
  return (
    <Empty
      of="compare"
      title={<Trans>No plans chosen yet</Trans>}
      action={
        <ButtonLink tone="primary" to="/plans">
          <Trans>Choose plans</Trans>
        </ButtonLink>
      }
    >
      <Trans>Check “Compare” on up to four plans in the list to see them side by side.</Trans>
    </Empty>
  );
}

function Comparison(props: ReturnType<typeof useComparison>) {
  const { t } = useLingui();
  const { ids, tooMany, onlyDifferent, showDifferent, change } = props;
  const most = MOST_COMPARED;
  const filter = useFilterInfo();
  const columns = useColumns(ids);
  const [edit, setEdit] = useState<EditRequest | null>(null);
  const fixes = usePriceFixes((focus) => setEdit(nextEdit(focus)));
  const { addToCart, busyPlan, refusal, cartDialogs } = useCartActions((plan, notice) => {
    const name = plan.plan_name;
    toast(notice || t`${name} is in your cart`);
  });

  const fix = (step: Fix, planId: number) => {
    if (step.kind !== "plan") return fixes.fixPrice(step, planId);
    return change([...new Set(ids.map((id) => (id === planId ? step.pid : id)))]);
  };
  const remove = (planId: number) => {
    const name = columns.find(({ id }) => id === planId)?.plan?.plan_name ?? t`Plan ${planId}`;
    change(ids.filter((id) => id !== planId));
    announce(t`${name} is no longer compared.`);
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  };
  // The address keeps a plan this store does not sell, with a word about it; the browser's own choice does not.
  const sold = columns.filter(({ detail }) => !isUnknown(detail.error)).map(({ id }) => id);
  const kept = sold.join(",");
  useEffect(() => {
    keepCompared(planIds(kept));
    noteSeen(planIds(kept));
  }, [kept]);

  const care = useFirstCare(columns);
  const years = useComparedYears(columns);
  const inShort = useInShort();
  // Everything at once, so that no row comes later and moves the others.
  const isLoading =
    columns.some(({ detail, pricing }) => detail.isPending || pricing.isLoading) ||
    care.isLoading ||
    years.isLoading;
  const skeleton = (
    <Loading label={t`Loading plans`} className={s.skeleton}>
      <CardSkeleton lines={8} />
    </Loading>
  );
  const failed = columns.filter(({ detail }) => detail.isError && !isUnknown(detail.error));
  return (
    <>
      <div className={filter.data ? undefined : s.search}>
        <Suspense fallback={<div className={s.editor} />}>
          <EditSearch request={edit} />
        </Suspense>
      </div>
      {tooMany && (
        <Banner
          tone="info"
          className={s.tooMany}
          title={t`You can compare up to ${most} plans. Remove one to add another.`}
        >
          <Trans>The link lists more plans. Only the first ones are shown.</Trans>
        </Banner>
      )}
      {failed.length > 0 ? (
        <FailedRead
          onRetry={() => {
            for (const { detail } of failed) void detail.refetch();
          }}
          busy={failed.some(({ detail }) => detail.isFetching)}
        />
      ) : isLoading || !inShort ? (
        skeleton
      ) : (
        <SideBySide
          columns={columns}
          inShort={inShort}
          care={care.byPlan}
          years={years.years}
          kind={years.kind}
          onlyDifferent={onlyDifferent}
          onDifferent={showDifferent}
          actions={{
            quoted: Boolean(filter.data),
            busyPlan,
            refusal,
            fixing: fixes.fixing,
            failure: fixes.failure,
            onAdd: (plan) => void addToCart(plan),
            onFix: fix,
            onAsk: () => setEdit(nextEdit("zip")),
            onRemove: remove,
          }}
        />
      )}
      {fixes.fixDialogs}
      {cartDialogs}
    </>
  );
}

export default function ComparePage() {
  const { t } = useLingui();
  const comparison = useComparison();
  const trail = useTrail();
  const count = comparison.ids.length;
  const title = t`Compare plans`;
  return (
    <main id="main" className="wrap page">
      <Breadcrumb crumbs={[...trail, { label: t`Plans`, to: "/plans" }, { label: title }]} />
      <div className="page-head">
        <div>
          <PageHeading title={title}>{title}</PageHeading>
          {count > 0 && (
            <p>
              {t`${plural(count, { one: "One plan so far. Add another to see them side by side.", other: "# plans side by side." })}`}
            </p>
          )}
        </div>
      </div>
      {count > 0 ? <Comparison {...comparison} /> : <Nothing />}
    </main>
  );
}
