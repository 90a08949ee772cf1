import { Trans } from "@lingui/react/macro";
import type { AddedPerson } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import type { Left } from "./LeavingDialog";

export function JoinedNotice({ added: joined }: { added: AddedPerson }) {
  return (
    <Banner tone="ok" live="status">
      {joined.came_back ? (
        <Trans>{joined.name} is back, on the same record as before, with the new day of hire.</Trans>
      ) : (
        <Trans>{joined.name} is on record, and an invitation is on its way.</Trans>
      )}{" "}
      {joined.enroll_by && (
        <Trans>
          They may enroll until {joined.enroll_by}, to be covered from {joined.covered_from} on.
        </Trans>
      )}
    </Banner>
  );
}

export function LeftNotice({ left, onUndo }: { left: Left; onUndo: () => void }) {
  return (
    <Banner
      tone="ok"
      live="status"
      action={
        <Button size="sm" onClick={onUndo}>
          {left.waitsFor ? <Trans>Withdraw it</Trans> : <Trans>Undo until midnight</Trans>}
        </Button>
      }
    >
      {left.waitsFor ? (
        <Trans>
          {left.waitsFor} is asked to agree that {left.name} leaves. Nothing changes before.
        </Trans>
      ) : (
        <Trans>{left.name} leaves.</Trans>
      )}
    </Banner>
  );
}
