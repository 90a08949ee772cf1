import { Trans, useLingui } from "@lingui/react/macro";
import type { SentQuoteItem } from "@/client";
import { Button } from "@/components/ui/Button";
import { type Column, Table } from "@/components/ui/Table";
import { listTable, sortedBy } from "@/components/work/List";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import { OutcomeBadge } from "./outcome";
import s from "./QuotesSent.module.css";

interface QuoteTableProps {
  rows: SentQuoteItem[];
  sort: string;
  onSort: (sort: string) => void;
  stale: boolean;
  onCopy: (row: SentQuoteItem) => void;
  onResend: (row: SentQuoteItem) => void;
}

export function QuoteTable({ rows, sort, onSort, stale, onCopy, onResend }: QuoteTableProps) {
  const { t } = useLingui();
  const columns: Column<SentQuoteItem>[] = [
    {
      key: "name",
      label: t`Sent to`,
      header: true,
      width: 220,
      cell: (row) => (
        <span className={s.who}>
          <b>{row.name}</b>
          <span className="xs mute">{row.email}</span>
        </span>
      ),
    },
    {
      key: "outcome",
      label: t`What became of it`,
      cell: (row) => (
        <span className={s.who}>
          <span>
            <OutcomeBadge outcome={row.outcome} />
          </span>
          {row.opened_on && (
            <span className="xs mute">
              <Trans>Opened on {row.opened_on}</Trans>
            </span>
          )}
        </span>
      ),
    },
    {
      key: "plans",
      label: t`Plans`,
      cell: (row) => (
        <span className={s.plans}>
          {row.plans.map((plan) => (
            <span key={plan}>{plan}</span>
          ))}
        </span>
      ),
    },
    {
      key: "monthly",
      label: t`Monthly`,
      cell: (row) => <span className="num">{money(row.monthly)}</span>,
    },
    {
      key: "sent",
      ...sortedBy({ label: t`Sent`, of: "sent", sort, onSort }),
      cell: (row) => (
        <span className={s.who}>
          <span className={cx("num", s.date)}>{row.sent_on}</span>
          <span className="xs mute num">
            <Trans>Valid until {row.expires_on}</Trans>
          </span>
        </span>
      ),
    },
    {
      key: "action",
      label: t`Action`,
      bare: true,
      right: true,
      cell: (row) =>
        row.link && (
          <span className={s.actions}>
            <Button size="sm" aria-label={t`Copy link, ${row.name}`} onClick={() => onCopy(row)}>
              <Trans>Copy link</Trans>
            </Button>
            <Button
              size="sm"
              tone="quiet"
              aria-label={t`Send again, ${row.name}`}
              onClick={() => onResend(row)}
            >
              <Trans>Send again</Trans>
            </Button>
          </span>
        ),
    },
  ];
  return (
    <Table
      variant="grid"
      caption={t`Quotes`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.quote_id}
      className={listTable}
      stale={stale}
    />
  );
}
