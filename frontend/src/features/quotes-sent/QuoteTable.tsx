import { Trans, useLingui } from "@lingui/react/macro";
import type { SentQuoteItem } from "@/client";
import { Button } from "@/components/ui/Button";
import { Email } from "@/components/ui/Facts";
import type { Column } from "@/components/ui/Table";
import { Lines, RowActions, Short, sortedBy } from "@/components/work/List";
import { type Selected, useSelectColumn } from "@/components/work/Selection";
import { usePlanColumns, WorkTable, type WorkTableProps } from "@/components/work/WorkTable";
import { OutcomeBadge } from "./outcome";
import { QuestionBadge } from "./QuestionBadge";

interface QuoteTableProps extends WorkTableProps<SentQuoteItem> {
  /** Sending again and assigning are for those who may. */
  mayAct: boolean;
  mayAnswer: boolean;
  selected: Selected<string>;
  onSelect: (quoteIds: string[], on: boolean) => void;
  onCopy: (row: SentQuoteItem) => void;
  onResend: (row: SentQuoteItem) => void;
  onQuestions: (row: SentQuoteItem) => void;
  onChange: (row: SentQuoteItem) => void;
}

function Actions({
  row,
  mayAct,
  mayAnswer,
  onCopy,
  onResend,
  onQuestions,
  onChange,
}: Pick<QuoteTableProps, "mayAct" | "mayAnswer" | "onCopy" | "onResend" | "onQuestions" | "onChange"> & {
  row: SentQuoteItem;
}) {
  const { t } = useLingui();
  const answers = mayAnswer && row.waiting > 0;
  const questions = row.questions > 0 && (
    <Button
      size="sm"
      tone={answers ? "primary" : "quiet"}
      aria-label={answers ? t`Answer question, ${row.name}` : t`See questions, ${row.name}`}
      onClick={() => onQuestions(row)}
    >
      {answers ? <Trans>Answer question</Trans> : <Trans>See questions</Trans>}
    </Button>
  );
  if (!row.link) return questions && <RowActions>{questions}</RowActions>;
  return (
    <RowActions>
      {questions}
      <Button size="sm" aria-label={t`Copy link, ${row.name}`} onClick={() => onCopy(row)}>
        <Trans>Copy link</Trans>
      </Button>
      {mayAct && (
        <Button size="sm" tone="quiet" aria-label={t`Send again, ${row.name}`} onClick={() => onResend(row)}>
          <Trans>Send again</Trans>
        </Button>
      )}
      {row.cart && (
        <Button
          size="sm"
          tone="quiet"
          aria-label={t`Change quote, ${row.name}`}
          onClick={() => onChange(row)}
        >
          <Trans>Change quote</Trans>
        </Button>
      )}
    </RowActions>
  );
}

export function QuoteTable({ rows, sort, onSort, stale, selected, onSelect, ...ways }: QuoteTableProps) {
  const { t } = useLingui();
  const select = useSelectColumn({
    rows,
    keyOf: (row) => row.quote_id,
    nameOf: (row) => `${row.name}, ${row.sent_on}`,
    all: t`Select all quotes on this page`,
    selected,
    onSelect,
  });
  const planColumns = usePlanColumns<SentQuoteItem>();
  const columns: Column<SentQuoteItem>[] = [
    ...(ways.mayAct ? [select] : []),
    {
      key: "name",
      label: t`Sent to`,
      header: true,
      width: 220,
      cell: (row) => (
        <Lines note={<Email address={row.email} />}>
          <b>{row.name}</b>
        </Lines>
      ),
    },
    {
      key: "outcome",
      label: t`Status`,
      minWidth: "min(160px, 12vw)",
      cell: (row) => (
        <Lines note={row.opened_on && <Trans>Opened on {row.opened_on}</Trans>}>
          <span>
            <OutcomeBadge outcome={row.outcome} /> <QuestionBadge row={row} />
          </span>
        </Lines>
      ),
    },
    ...planColumns,
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
  ];
  return (
    <WorkTable
      caption={t`Quotes`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.quote_id}
      actions={(row) => <Actions row={row} {...ways} />}
      stale={stale}
    />
  );
}
