import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FIELD_REQUIRED } from "@/lib/shop/labels";
import { TextField } from "../form/TextField";
import ActionDialog from "./ActionDialog";

interface ViewDialogProps {
  /** The present name; "" for a view that is new. */
  name: string;
  onClose: () => void;
  /** Throws ApiError. */
  onSave: (name: string) => Promise<void>;
}

/** Asks for the name of a saved view. */
export default function ViewDialog({ name: before, onClose, onSave }: ViewDialogProps) {
  const { t, i18n } = useLingui();
  const [name, setName] = useState(before);
  return (
    <ActionDialog
      title={before ? <Trans>Rename view</Trans> : <Trans>Save view</Trans>}
      why={<Trans>A view keeps these filters and their order. Only you see it.</Trans>}
      action={<Trans>Save</Trans>}
      busyText={t`Saving`}
      check={() => (name.trim() ? null : { name: i18n._(FIELD_REQUIRED) })}
      onClose={onClose}
      onSubmit={async () => {
        await onSave(name.trim());
        onClose();
      }}
    >
      {(errors, clear) => (
        <TextField
          label={t`Name of the view`}
          name="name"
          maxLength={40}
          autoComplete="off"
          data-autofocus
          value={name}
          error={errors.name}
          onChange={(event) => {
            setName(event.target.value);
            clear("name");
          }}
        />
      )}
    </ActionDialog>
  );
}
