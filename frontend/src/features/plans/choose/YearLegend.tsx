import { Trans } from "@lingui/react/macro";
import { Legend, Mark } from "@/components/ui/Legend";
import { money } from "@/lib/format";
import s from "./ListedYear.module.css";

export default function YearLegend({ without }: { without: string }) {
  const amount = money(without);
  return (
    <Legend className={s.legend}>
      <Mark>
        <Trans>Price and fees, 12 months</Trans>
      </Mark>
      <Mark kind="care">
        <Trans>Care you pay for yourself</Trans>
      </Mark>
      <Mark kind="line">
        <Trans>
          Same care without insurance: <b>{amount}</b>
        </Trans>
      </Mark>
    </Legend>
  );
}
