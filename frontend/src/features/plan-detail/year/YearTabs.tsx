import { useLingui } from "@lingui/react/macro";
import { Icon, type IconName } from "@/components/ui/Icon";
import type { Care, YearCost } from "./useYear";
import s from "./YearTabs.module.css";

const ICONS: Record<Care, IconName> = {
  checkups: "sun",
  crown: "crown",
  braces: "braces",
  glasses: "glasses",
  contacts: "eye",
};

interface YearTabsProps {
  presets: YearCost["presets"];
  /** None while the shopper's own care is counted. */
  chosen: Care | null;
  onChoose: (care: Care) => void;
}

/** The years of care to choose from: the tabs of the folder. */
export function YearTabs({ presets, chosen, onChoose }: YearTabsProps) {
  const { t } = useLingui();
  return (
    <fieldset className={s.tabs}>
      <legend className="sr">{t`What happens during the year`}</legend>
      {presets.map(({ value, label }) => (
        <label key={value} className={s.tab}>
          <input
            type="radio"
            name="usual-year"
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            <Icon name={ICONS[value]} />
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
