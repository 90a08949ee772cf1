import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { CategoryChecks, type FilterCategory } from "./CategoryFilter";

interface CategoryDialogProps {
  categories: FilterCategory[];
  picked: string[];
  onPick: (categories: string[]) => void;
  onClose: () => void;
}

/** The category filter of phones. */
export default function CategoryDialog({ categories, picked, onPick, onClose }: CategoryDialogProps) {
  return (
    <Dialog
      title={<Trans>Plan filter</Trans>}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          <Trans>Show plans</Trans>
        </Button>
      }
    >
      <CategoryChecks categories={categories} picked={picked} onPick={onPick} prefix="choose" />
    </Dialog>
  );
}
