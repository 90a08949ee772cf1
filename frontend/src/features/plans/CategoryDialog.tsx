import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { CategoryChecks, type FilterCategory } from "./CategoryFilter";

interface CategoryDialogProps {
  categories: FilterCategory[];
  picked: string[];
  /** Plans that are left. */
  count: number;
  onPick: (categories: string[]) => void;
  onClose: () => void;
}

/** The category filter of phones. */
export default function CategoryDialog(props: CategoryDialogProps) {
  const { categories, picked, count, onPick, onClose } = props;
  const { t } = useLingui();
  return (
    <Dialog
      title={<Trans>Plan filter</Trans>}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t`${plural(count, { one: "Show # plan", other: "Show # plans" })}`}
        </Button>
      }
    >
      <CategoryChecks categories={categories} picked={picked} onPick={onPick} prefix="choose" />
    </Dialog>
  );
}
