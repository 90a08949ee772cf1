import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Checkbox } from "@/components/form/Choices";
import { announce } from "@/lib/announce";
import { Link } from "@/lib/router";
import { comparePath, MOST_COMPARED, toggleCompared, useCompared } from "@/lib/shop/compare";
import s from "./CompareCheck.module.css";

interface CompareCheckProps {
  id: number;
  name: string;
  checked: boolean;
  full: boolean;
}

/** Puts a plan among those that are compared. When there is no room it says so and stays as it is. */
export function CompareCheck({ id, name, checked, full }: CompareCheckProps) {
  const { t } = useLingui();
  const blocked = full && !checked;
  const change = () => {
    const most = MOST_COMPARED;
    const count = toggleCompared(id);
    announce(
      count === null
        ? t`You can compare up to ${most} plans. Remove one to add another.`
        : t`${plural(count, { one: "# plan to compare", other: "# plans to compare" })}`,
    );
  };
  return (
    <Checkbox
      small
      id={`compare-${id}`}
      className={s.check}
      checked={checked}
      aria-disabled={blocked || undefined}
      aria-describedby={blocked ? "compare-full" : undefined}
      onChange={change}
      label={
        <>
          <Trans>Compare</Trans>
          <span className="sr"> {name}</span>
        </>
      }
    />
  );
}

/** On a plan's own page; a phone's lower edge belongs to the price there, so the way on stands beside. */
export function CompareHere({ id, name }: { id: number; name: string }) {
  const { t } = useLingui();
  const { ids, full } = useCompared();
  const checked = ids.includes(id);
  const count = ids.length;
  const most = MOST_COMPARED;
  return (
    <div className={s.here}>
      <CompareCheck id={id} name={name} checked={checked} full={full} />
      {count > 1 && (
        <Link className="small only-m" to={comparePath(ids)}>
          {t`${plural(count, { one: "Compare # plan", other: "Compare # plans" })}`}
        </Link>
      )}
      {full && !checked && (
        <p className="small mute only-m">
          <Trans>You can compare up to {most} plans. Remove one to add another.</Trans>
        </p>
      )}
    </div>
  );
}
