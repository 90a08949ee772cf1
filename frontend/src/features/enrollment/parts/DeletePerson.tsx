import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";

interface DeletePersonProps {
  name: string;
  onClose: () => void;
  onDelete: () => void;
}

/** "Delete Iris?" */
export default function DeletePerson({ name, onClose, onDelete }: DeletePersonProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Delete ${name}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="danger-solid" onClick={onDelete}>
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>They'll be removed from this application. You can add them again later.</Trans>
      </p>
    </Dialog>
  );
}
