import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { FacetSets, type FacetsProps } from "./Facets";

interface FacetDialogProps extends FacetsProps {
  /** Plans that are left. */
  count: number;
  onClear: () => void;
  onClose: () => void;
}

/** The facets of phones. */
export default function FacetDialog({ count, onClear, onClose, ...facets }: FacetDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={<Trans>Filters</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t`${plural(count, { one: "Show # plan", other: "Show # plans" })}`}
          </Button>
        </>
      }
    >
      <FacetSets {...facets} prefix="sheet" />
    </Dialog>
  );
}
