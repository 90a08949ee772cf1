import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { ProposalOut, Standing } from "@/client";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { withTexts } from "@/lib/i18n";
import { type PriceChange, priceChangeOf } from "@/lib/shop/price-change";
import { useStep } from "../engine/wizard";
import { type Answer, handOverApi } from "./api";
import s from "./HandOver.module.css";

const PriceDialog = lazy(withTexts("dialogs", () => import("../parts/PriceDialog")));

function Pairs({ proposal }: { proposal: ProposalOut }) {
  return (
    <dl className={s.pairs}>
      {proposal.changes.map(({ label, old: before, new: after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={s.old}>
              {before ? <Trans>Now: {before}</Trans> : <Trans>Now: nothing</Trans>}
            </span>
            <br />
            <b>{after ? <Trans>New: {after}</Trans> : <Trans>New: nothing</Trans>}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangesProps {
  standing: Standing;
  onClose: () => void;
  /** An answer of the application is another one now. */
  onChanged: () => Promise<void>;
  onStale: () => void;
}

/** Changes that wait for the client's approval, with old and new answers; the sender can withdraw them. */
export function ChangesDialog({ standing, onClose, onChanged, onStale }: ChangesProps) {
  const { t } = useLingui();
  const { enrollmentId } = useStep();
  const [busy, setBusy] = useState("");
  const [error, setError] = useState("");
  const [price, setPrice] = useState<{ proposal: ProposalOut; change: PriceChange } | null>(null);
  const isSeller = standing.side === "seller";
  const { proposals } = standing;

  const fail = (failure: unknown, proposal: ProposalOut) => {
    const change = priceChangeOf(failure);
    if (change) return setPrice({ proposal, change });
    const apiError = failure instanceof ApiError ? failure : null;
    if (apiError?.status === 409) onStale();
    const field = apiError ? Object.values(apiError.fieldErrors)[0] : undefined;
    setError(field || apiError?.message || t`Something went wrong. Please try again.`);
  };
  const decide = async (proposal: ProposalOut, answer: Answer, more: Record<string, unknown> = {}) => {
    if (busy) return;
    setBusy(`${proposal.proposal_id} ${answer}`);
    setError("");
    try {
      await handOverApi.answer(enrollmentId, proposal.proposal_id, answer, {
        version: standing.version,
        ...more,
      });
      await onChanged();
      announce(
        answer === "accept"
          ? t`The change was made.`
          : answer === "decline"
            ? t`The change was declined. Nothing changed.`
            : t`You took the change back.`,
      );
      if (proposals.length === 1) onClose();
    } catch (failure) {
      fail(failure, proposal);
    } finally {
      setBusy("");
    }
  };
  if (price) {
    return (
      <Suspense fallback={null}>
        <PriceDialog
          change={price.change}
          onAnswer={(accept) => {
            setPrice(null);
            if (accept) void decide(price.proposal, "accept", { accept_price: 1 });
          }}
        />
      </Suspense>
    );
  }
  return (
    <Dialog
      title={isSeller ? <Trans>Your changes</Trans> : <Trans>Proposed changes</Trans>}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {error && <p role="alert">{error}</p>}
      {proposals.length === 0 && (
        <p>
          <Trans>Nothing is waiting.</Trans>
        </p>
      )}
      {proposals.map((proposal) => {
        const { title, proposal_id: id } = proposal;
        return (
          <section key={id} className={s.change} aria-label={title}>
            <h3>{title}</h3>
            <Pairs proposal={proposal} />
            <div className={s.actions}>
              {isSeller ? (
                <Button
                  size="sm"
                  busy={busy === `${id} withdraw`}
                  aria-label={t`Take this change back, ${title}`}
                  onClick={() => void decide(proposal, "withdraw")}
                >
                  <Trans>Take this change back</Trans>
                </Button>
              ) : (
                <>
                  <Button
                    size="sm"
                    tone="primary"
                    busy={busy === `${id} accept`}
                    aria-label={t`Accept, ${title}`}
                    onClick={() => void decide(proposal, "accept")}
                  >
                    <Trans>Accept</Trans>
                  </Button>
                  <Button
                    size="sm"
                    busy={busy === `${id} decline`}
                    aria-label={t`Decline, ${title}`}
                    onClick={() => void decide(proposal, "decline")}
                  >
                    <Trans>Decline</Trans>
                  </Button>
                </>
              )}
            </div>
            {isSeller && !proposal.sent && (
              <p className="small mute">
                <Trans>Not sent yet: press Next on that step.</Trans>
              </p>
            )}
          </section>
        );
      })}
    </Dialog>
  );
}
