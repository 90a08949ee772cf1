import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { LineChange, PricePart } from "@/client";
import { money } from "@/lib/format";
import { canAccept, type PriceChange } from "@/lib/shop/price-change";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import s from "./PriceChange.module.css";

/** Parts that are amounts; the others say in words why the amounts moved. */
const MONEY = new Set(["premium", "rider", "fee", "pending", "contribution"]);

const amount = (value: string | null | undefined): ReactNode =>
  value ? money(value) : <span aria-hidden="true">–</span>;

function Part({ part }: { part: PricePart }) {
  const show = (value: string | null) => (MONEY.has(part.kind) ? amount(value) : value || "–");
  return (
    <tr className={part.changed ? s.changed : undefined}>
      <th scope="row">
        {part.label}
        {part.once && (
          <small>
            <Trans>First month only</Trans>
          </small>
        )}
      </th>
      <td>{show(part.old)}</td>
      <td>{show(part.new)}</td>
    </tr>
  );
}

function Line({ line }: { line: LineChange }) {
  const parts = line.parts ?? [];
  const table = line.table?.new;
  const since = table?.since;
  return (
    <tbody>
      <tr className={s.plan}>
        <th scope="rowgroup">
          {line.plan_name}
          {line.message && <small>{line.message}</small>}
          {since && line.table?.old && line.table.old.id !== table?.id && (
            <small>
              <Trans>The insurer's new rates took effect on {since}.</Trans>
            </small>
          )}
        </th>
        <td>{money(line.old)}</td>
        <td>{line.new === null ? <Trans>Not available</Trans> : <b>{money(line.new)}</b>}</td>
      </tr>
      {parts.map((part) => (
        <Part key={`${part.kind}-${part.code}`} part={part} />
      ))}
    </tbody>
  );
}

/** Old and new, line by line. */
export function PriceChanges({ change }: { change: PriceChange }) {
  const { t } = useLingui();
  const once = change.old_one_time !== change.new_one_time;
  return (
    <table className={s.table}>
      <caption className="sr">{t`Your prices before and now`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>A month</Trans>
          </th>
          <th scope="col">
            <Trans>Before</Trans>
          </th>
          <th scope="col">
            <Trans>Now</Trans>
          </th>
        </tr>
      </thead>
      {change.lines.map((line) => (
        <Line key={line.plan_id} line={line} />
      ))}
      <tfoot>
        {once && (
          <tr>
            <th scope="row">
              <Trans>Fees of the first month</Trans>
            </th>
            <td>{amount(change.old_one_time)}</td>
            <td>{amount(change.new_one_time)}</td>
          </tr>
        )}
        {change.new_total && (
          <tr className={s.total}>
            <th scope="row">
              <Trans>Recurring Cost</Trans>
            </th>
            <td>{amount(change.old_total)}</td>
            <td>{amount(change.new_total)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

interface PriceChangeDialogProps {
  change: PriceChange;
  /** Why, in the server's words or the page's. */
  message?: ReactNode;
  busy?: boolean;
  problem?: string | null | undefined;
  keepLabel?: ReactNode;
  acceptLabel?: ReactNode;
  onAccept: () => void;
  onKeep: () => void;
}

/** Old and new, line by line, and the shopper's decision. A plan that is gone leaves only one way. */
export default function PriceChangeDialog(props: PriceChangeDialogProps) {
  const { change, message, busy, problem, keepLabel, acceptLabel, onAccept, onKeep } = props;
  const { t } = useLingui();
  return (
    <Dialog
      wide
      title={<Trans>Your price changes</Trans>}
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep}>{keepLabel ?? <Trans>Keep shopping</Trans>}</Button>
          {canAccept(change) && (
            <Button tone="primary" busy={busy ?? false} busyText={t`Saving`} onClick={onAccept}>
              {acceptLabel ?? <Trans>Accept</Trans>}
            </Button>
          )}
        </>
      }
    >
      {message && <p className={s.why}>{message}</p>}
      <PriceChanges change={change} />
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}
