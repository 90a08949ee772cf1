import { Trans } from "@lingui/react/macro";
import type { AddedPerson } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import type { Left } from "./LeavingDialog";

export function JoinedNotice({ added: joined }: { added: AddedPerson }) {
  return (
    <Banner tone="ok" live="status" news>
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
      news
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

/** What was taken back, and of whom. */
export interface Undone {
  name: string;
  what: "leaving" | "request" | "change";
}

export function UndoneNotice({ undone }: { undone: Undone }) {
  const { name, what } = undone;
  return (
    <Banner tone="ok" live="status" news>
      {what === "leaving" && (
        <Trans>Undone: {name} stays employed, and their plans continue as before.</Trans>
      )}
      {what === "request" && <Trans>The request for {name} was withdrawn. Nothing changes.</Trans>}
      {what === "change" && <Trans>The change for {name} was undone. Everything is as it was before.</Trans>}
    </Banner>
  );
}
