import { Trans } from "@lingui/react/macro";
import { money } from "@/lib/format";
import s from "./Year.module.css";

export default function YearLegend({ without }: { without: string }) {
  const amount = money(without);
  return (
    <p className={s.legend}>
      <span>
        <Trans>Price for 12 months</Trans>
      </span>
      <span className={s.care}>
        <Trans>Care you pay yourself</Trans>
      </span>
      <span className={s.without}>
        <Trans>
          Same care without insurance: <b>{amount}</b>
        </Trans>
      </span>
    </p>
  );
}
