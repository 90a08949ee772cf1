import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { categoryLabel } from "@/lib/categories";
import { benefitGroups, costRows, factRows, type Group, type Row, type Words, waitingRows } from "./rows";
import type { PlanColumn } from "./useColumns";

function useWords(): Words {
  const { t } = useLingui();
  return {
    deductible: t`Deductible`,
    maximum: t`Annual maximum`,
    orthodontia: t`Orthodontia maximum`,
    outOfPocket: t`Most you pay in a year`,
    noDeductible: t`No deductible`,
    noMaximum: t`No limit`,
    perPerson: (one, family) => (family ? t`${one} per person, ${family} per family` : t`${one} per person`),
    waiting: (months) => t`${plural(months, { one: "# month", other: "# months" })}`,
    noWaiting: t`None`,
    allWaiting: t`All covered care`,
  };
}

/** Every line that is words alone, in groups: the plan, what you pay first, what it pays, how long you wait. */
export function useGroups(columns: PlanColumn[]): Group[] {
  const { t, i18n } = useLingui();
  const words = useWords();
  const costs = costRows(columns, words);
  const optionOf = ({ plan, option }: PlanColumn) =>
    plan && (plan.options.find((one) => one.code === option)?.label ?? t`No choice`);
  const about: Row[] = [
    {
      key: "carrier",
      label: t`Carrier`,
      note: "",
      cells: columns.map(({ plan }) => plan?.carrier_name ?? null),
    },
    {
      key: "category",
      label: t`Category`,
      note: "",
      cells: columns.map(({ plan }) => plan && i18n._(categoryLabel(plan.plan_category))),
    },
    {
      key: "option",
      label: t`Option`,
      note: "",
      cells: columns.map(optionOf),
    },
  ].filter((row) => row.key !== "option" || columns.some(({ plan }) => plan?.options.length));
  const facts = factRows(
    columns,
    costs.map((row) => row.label),
  );
  return [
    { key: "about", title: t`The plan`, rows: [...about, ...facts] },
    { key: "costs", title: t`Deductible and maximums`, rows: costs },
    ...benefitGroups(columns),
    { key: "waiting", title: t`Waiting periods`, rows: waitingRows(columns, words) },
  ].filter((group) => group.rows.length > 0);
}
