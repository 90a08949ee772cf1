import { Icon } from "@/components/ui/Icon";
import { cx } from "@/lib/cx";
import s from "./FigureCell.module.css";
import type { Figure } from "./lines";

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const percent = (part: number) => `${Math.min(1, part) * 100}%`;

function Bar({ figure }: { figure: Figure }) {
  if (figure.wait !== undefined) {
    const { wait } = figure;
    return (
      <span className={s.months} aria-hidden="true">
        {MONTHS.map((month) => (
          <i key={month} className={month <= wait ? s.waits : undefined} />
        ))}
      </span>
    );
  }
  if (!figure.bar) return null;
  return (
    <span className={cx(s.bar, figure.unlimited && s.unlimited)} aria-hidden="true">
      {figure.bar.map((part, at) => (
        <i key={at} style={{ width: percent(part) }} />
      ))}
      {figure.mark !== undefined && <u style={{ left: percent(figure.mark) }} />}
    </span>
  );
}

/** An amount, its picture, the rule behind it; the best of a row says why. */
export function FigureCell({ figure, best }: { figure: Figure; best?: string | undefined }) {
  return (
    <>
      <span className={s.figure}>
        {figure.value === null && !figure.note ? figure.text : <b className="num">{figure.text}</b>}
        {best && (
          <span className={s.best}>
            <Icon name="check" size="sm" /> {best}
          </span>
        )}
      </span>
      <Bar figure={figure} />
      {figure.note && <small className={s.rule}>{figure.note}</small>}
    </>
  );
}
