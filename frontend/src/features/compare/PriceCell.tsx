import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { CartButton } from "@/components/shop/CartButton";
import type { Fix } from "@/components/shop/fixes";
import { PriceProblem } from "@/components/shop/PriceProblem";
import type { Buyable } from "@/components/shop/useCartActions";
import { Button, ButtonLink, LinkButton } from "@/components/ui/Button";
import { SkeletonBar } from "@/components/ui/State";
import { planPath } from "@/lib/format";
import type { PriceError } from "@/lib/shop/types";
import s from "./PriceCell.module.css";
import { isUnknown, type PlanColumn } from "./useColumns";

export interface PriceActions {
  quoted: boolean;
  busyPlan: number | null;
  refusal: { planId: number; error: PriceError } | null;
  fixing: number | null;
  failure: { planId: number; message: string } | null;
  onAdd: (plan: Buyable) => void;
  onFix: (fix: Fix, planId: number) => void;
  onAsk: () => void;
  onRemove: (planId: number) => void;
}

/** Tells apart the same button of every column. */
const For = ({ name }: { name: string }) => <span className="sr">: {name}</span>;

/** Not sold here: why, and the one step that helps. */
export function NotSold({ id, onRemove }: { id: number; onRemove: (id: number) => void }) {
  const { t } = useLingui();
  return (
    <div className={s.cellStack}>
      <p className={s.notSold}>
        <strong>
          <Trans>We do not sell this plan here</Trans>
        </strong>{" "}
        <Trans>It may have been withdrawn, or it belongs to another store.</Trans>
      </p>
      <Button size="sm" onClick={() => onRemove(id)}>
        <Trans>Remove it</Trans>
        <For name={t`Plan ${id}`} />
      </Button>
    </div>
  );
}

function Failed({ name, onRetry, busy }: { name: string; onRetry: () => void; busy: boolean }) {
  return (
    <div className={s.cellStack} role="alert">
      <p>
        <Trans>We could not load prices</Trans>
      </p>
      <Button size="sm" onClick={onRetry} busy={busy}>
        <Trans>Try again</Trans>
        <For name={name} />
      </Button>
    </div>
  );
}

/** A better-fitting version is a refusal whose one step exchanges the column. */
function refusalOf({ pricing }: PlanColumn): PriceError | null {
  if (pricing.data?.kind === "refused") return pricing.data.error;
  return null;
}

function Moved({ column, actions }: { column: PlanColumn; actions: PriceActions }) {
  const { pricing, plan, id } = column;
  if (pricing.data?.kind !== "moved") return null;
  const { pid, message } = pricing.data;
  return (
    <div className={s.cellStack}>
      <p>{message}</p>
      <Button size="sm" onClick={() => actions.onFix({ kind: "plan", pid, label: "" }, id)}>
        <Trans>Compare that version</Trans>
        <For name={plan?.plan_name ?? ""} />
      </Button>
    </div>
  );
}

/** The step that follows from a price. */
export function Buy({ column, actions }: { column: PlanColumn; actions: PriceActions }) {
  const { id, plan, priced, pricing } = column;
  const name = plan?.plan_name ?? "";
  if (!priced) return null;
  if (!priced.in_cart && pricing.data?.kind === "priced" && pricing.data.flags?.needs_yes_no) {
    return (
      <ButtonLink tone="primary" size="sm" to={`${planPath(id, name)}#questions`}>
        <Trans>Enroll Now</Trans>
        <For name={name} />
      </ButtonLink>
    );
  }
  const { plan_id, plan_pricing_id } = priced;
  return (
    <CartButton
      size="sm"
      inCart={priced.in_cart}
      name={name}
      busy={actions.busyPlan === id}
      blockedBy={priced.blackout ? `closed-${id}` : undefined}
      onAdd={() => actions.onAdd({ plan_id, plan_pricing_id, plan_name: name })}
    />
  );
}

interface PriceCellProps {
  column: PlanColumn;
  actions: PriceActions;
  /** The price as the row draws it. */
  figure: ReactNode;
}

/** The price with the one step that follows from it, or why there is none and what would help. */
export function PriceCell({ column, actions, figure }: PriceCellProps) {
  const { id, plan, pricing, priced } = column;
  const name = plan?.plan_name ?? "";
  if (!actions.quoted) {
    return (
      <div className={s.cellStack}>
        <LinkButton onClick={actions.onAsk}>
          <Trans>Add your details to see prices</Trans>
          <For name={name} />
        </LinkButton>
        <ButtonLink size="sm" to={planPath(id, name)}>
          <Trans>More Info</Trans>
          <For name={name} />
        </ButtonLink>
      </div>
    );
  }
  if (pricing.isPending) return <SkeletonBar width={110} height={28} />;
  if (pricing.isError) {
    if (isUnknown(pricing.error)) return <NotSold id={id} onRemove={actions.onRemove} />;
    return <Failed name={name} onRetry={() => void pricing.refetch()} busy={pricing.isFetching} />;
  }
  const refused = refusalOf(column);
  const late = actions.refusal?.planId === id ? actions.refusal.error : null;
  const failed = actions.failure?.planId === id ? actions.failure.message : null;
  return (
    <div className={s.cellStack}>
      {priced && <div className={s.ownPrice}>{figure}</div>}
      {priced?.blackout && (
        <div id={`closed-${id}`}>
          <PriceProblem error={priced.blackout} onFix={(fix) => actions.onFix(fix, id)} />
        </div>
      )}
      <Moved column={column} actions={actions} />
      {refused && (
        <PriceProblem
          error={refused}
          onFix={(fix) => actions.onFix(fix, id)}
          busy={actions.fixing === id}
          failed={failed}
        />
      )}
      {!priced && (
        <ButtonLink size="sm" to={planPath(id, name)}>
          <Trans>More Info</Trans>
          <For name={name} />
        </ButtonLink>
      )}
      {late && (
        <div role="alert">
          <PriceProblem error={late} onFix={(fix) => actions.onFix(fix, id)} />
        </div>
      )}
    </div>
  );
}
