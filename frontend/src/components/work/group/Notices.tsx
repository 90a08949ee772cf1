import { Trans } from "@lingui/react/macro";
import type { AddedPerson } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import type { Left } from "./LeavingDialog";

export function JoinedNotice({ added: joined }: { added: AddedPerson }) {
  return (
    <Banner tone="ok" live="status">
      {joined.came_back ? (
        <Trans>{joined.name} was rehired on the same record, with the new hire date.</Trans>
      ) : (
        <Trans>{joined.name} was added and invited.</Trans>
      )}{" "}
      {joined.enroll_by && (
        <Trans>
          They can enroll until {joined.enroll_by}; coverage starts {joined.covered_from}.
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
          We asked {left.waitsFor} to approve that {left.name} is leaving. Nothing changes until then.
        </Trans>
      ) : (
        <Trans>{left.name} leaves.</Trans>
      )}
    </Banner>
  );
}
