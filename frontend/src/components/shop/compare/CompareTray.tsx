import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, ButtonLink, IconButton, LinkButton } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import {
  comparePath,
  keepCompared,
  MOST_COMPARED,
  toggleCompared,
  useCompared,
  wasSeen,
} from "@/lib/shop/compare";
import { usePlanDetail } from "@/lib/shop/plans";
import type { PlanItem } from "@/lib/shop/types";
import s from "./CompareTray.module.css";

/** A plan that another filter hides is asked for by its id; the comparison needs its texts anyway. */
function Chosen({ id, known, onRemove }: { id: number; known: PlanItem | undefined; onRemove: () => void }) {
  const { t } = useLingui();
  const { data } = usePlanDetail(String(id));
  const name = known?.plan_name ?? data?.plan_name ?? t`Plan ${id}`;
  const price = known?.recurring ? money(known.recurring) : null;
  return (
    <li className={s.item}>
      <span>
        <b>{name}</b>
        {price && (
          <small>
            <Trans>{price}/month</Trans>
          </small>
        )}
      </span>
      <IconButton
        icon="close"
        iconSize="sm"
        className={s.remove}
        label={t`Remove ${name} from compare`}
        onClick={onRemove}
      />
    </li>
  );
}

interface CompareTrayProps {
  /** Plans whose names and prices the page knows already. */
  plans?: PlanItem[];
  /** Plans of other categories don't come along. */
  onlyThese?: boolean;
  className?: string;
}

/** The bar at the page's lower edge: what is compared, and the way there. Gone while nothing is. */
export default function CompareTray({ plans = [], onlyThese = false, className }: CompareTrayProps) {
  const { t } = useLingui();
  const { ids, full } = useCompared();
  const count = ids.length;
  const most = MOST_COMPARED;
  const elsewhere = onlyThese && plans.length > 0 && !plans.some((plan) => ids.includes(plan.pid));
  if (count === 0 || elsewhere) return null;
  const say = (count: number) =>
    announce(t`${plural(count, { one: "# plan to compare", other: "# plans to compare" })}`);

  // The bar may go with the last plan: the focus goes back to where plans are chosen.
  const dropped = (id?: number) => {
    const next = document.getElementById(`compare-${id ?? ids[0]}`) ?? document.querySelector("h1");
    (next as HTMLElement | null)?.focus({ preventScroll: true });
  };
  return (
    <div
      className={cx(s.tray, full && s.full, wasSeen(ids) && s.seen, className)}
      data-bottom-bar
      role="region"
      aria-label={t`Compare plans`}
    >
      <div className={`wrap ${s.inner}`}>
        <ul className={s.items}>
          {ids.map((id) => (
            <Chosen
              key={id}
              id={id}
              known={plans.find((plan) => plan.pid === id)}
              onRemove={() => {
                say(toggleCompared(id) ?? 0);
                dropped(id);
              }}
            />
          ))}
        </ul>
        <p className={s.note} id="compare-full">
          {full ? (
            <Trans>You can compare up to {most} plans. Remove one to add another.</Trans>
          ) : count === 1 ? (
            <Trans>Add one more plan</Trans>
          ) : (
            <Trans>Up to {most} plans</Trans>
          )}
        </p>
        <div className={s.go}>
          <LinkButton
            className="small"
            onClick={() => {
              keepCompared([]);
              say(0);
              dropped();
            }}
          >
            <Trans>Clear</Trans>
            <span className="sr">
              : <Trans>Compare plans</Trans>
            </span>
          </LinkButton>
          {count > 1 ? (
            <ButtonLink tone="primary" icon="compare" to={comparePath(ids)}>
              {t`${plural(count, { one: "Compare # plan", other: "Compare # plans" })}`}
            </ButtonLink>
          ) : (
            <Button tone="primary" icon="compare" blocked aria-describedby="compare-full">
              <Trans>Compare</Trans>
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
