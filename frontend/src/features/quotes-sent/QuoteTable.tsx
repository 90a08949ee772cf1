import { Trans, useLingui } from "@lingui/react/macro";
import type { SentQuoteItem } from "@/client";
import { Button } from "@/components/ui/Button";
import { type Column, Table } from "@/components/ui/Table";
import { Lines, listTable, RowActions, Short, sortedBy } from "@/components/work/List";
import { money } from "@/lib/format";
import { OutcomeBadge } from "./outcome";

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
        <Lines>
          <b>{row.name}</b>
          <span className="xs mute">{row.email}</span>
        </Lines>
      ),
    },
    {
      key: "outcome",
      label: t`What became of it`,
      cell: (row) => (
        <Lines>
          <span>
            <OutcomeBadge outcome={row.outcome} />
          </span>
          {row.opened_on && (
            <span className="xs mute">
              <Trans>Opened on {row.opened_on}</Trans>
            </span>
          )}
        </Lines>
      ),
    },
    {
      key: "plans",
      label: t`Plans`,
      cell: (row) => (
        <Lines>
          {row.plans.map((plan) => (
            <span key={plan}>{plan}</span>
          ))}
        </Lines>
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
        <Lines>
          <Short>{row.sent_on}</Short>
          <span className="xs mute num">
            <Trans>Valid until {row.expires_on}</Trans>
          </span>
        </Lines>
      ),
    },
    {
      key: "action",
      label: t`Action`,
      bare: true,
      right: true,
      cell: (row) =>
        row.link && (
          <RowActions>
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
          </RowActions>
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
