import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SentQuoteItem } from "@/client";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import { Link } from "@/lib/router";
import { Avatar } from "../ui/Avatar";
import { Button, ButtonLink } from "../ui/Button";
import { Panel } from "../ui/Card";
import { CardSkeleton, Loading } from "../ui/State";
import { Table } from "../ui/Table";
import { Lines, type ListPage } from "./List";
import { useSentQuotes } from "./quotes";
import s from "./Waiting.module.css";
import { useOpenWork, useWork } from "./work";

const FIRST = { page: 1, search: "" };

/** The way to the whole list, when there is more of it. */
function All({ to, page }: { to: string; page: Pick<ListPage<unknown>, "result" | "total" | "more"> }) {
  const { result, total, more } = page;
  if (total <= result.length) return null;
  return (
    <Link to={to} className="small">
      {more ? <Trans>See all</Trans> : <Trans>All {total}</Trans>}
    </Link>
  );
}

/** The latest enrollments that were saved for later. */
function Saved() {
  const { t } = useLingui();
  const { data, isPending } = useWork({ ...FIRST, perPage: 5, status: "saved", sort: "-changed" });
  const open = useOpenWork();
  if (isPending) {
    return (
      <Loading>
        <CardSkeleton lines={6} />
      </Loading>
    );
  }
  if (!data?.total) return null;
  return (
    <Panel
      titleId="saved"
      title={<Trans>Saved to continue</Trans>}
      aside={<All to="/enrollments?status=saved" page={data} />}
    >
      <Table
        variant="grid"
        caption={t`Saved to continue`}
        rows={data.result}
        rowKey={(row) => row.enrollment_id}
        columns={[
          {
            key: "name",
            label: t`Member`,
            header: true,
            cell: (row) => (
              <Lines>
                <b>{row.name || row.quoted_to || t`No name yet`}</b>
                <span className="xs mute num">{row.changed_on}</span>
              </Lines>
            ),
          },
          { key: "step", label: t`Saved at`, cell: (row) => row.step || t`Cart` },
          { key: "monthly", label: t`Monthly`, cell: (row) => <b className="num">{money(row.monthly)}</b> },
          {
            key: "open",
            label: t`Action`,
            bare: true,
            right: true,
            cell: (row) => (
              <Button
                size="sm"
                aria-label={t`Continue, ${row.name || row.quoted_to || t`No name yet`}`}
                onClick={() => void open(row)}
              >
                <Trans>Continue</Trans>
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  );
}

interface LatestQuotesProps {
  outcome: "opened" | "waiting";
  title: ReactNode;
  /** What stands below the name of whom a quote went to. */
  note: (row: SentQuoteItem) => ReactNode;
  /** What stands at the end of a row. */
  end: (row: SentQuoteItem) => ReactNode;
}

/** The latest quotes of which something became; nothing while there are none. */
function LatestQuotes({ outcome, title, note, end }: LatestQuotesProps) {
  const { data } = useSentQuotes({ ...FIRST, perPage: 5, outcome, sort: "-sent" });
  if (!data?.total) return null;
  return (
    <Panel titleId={outcome} title={title} aside={<All to={`/quotes?outcome=${outcome}`} page={data} />}>
      <ul className={s.quotes}>
        {data.result.map((row) => (
          <li key={row.quote_id}>
            <Avatar name={row.name} size="sm" />
            <Lines>
              <b>{row.name}</b>
              <span className="xs mute num">{note(row)}</span>
            </Lines>
            {end(row)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Quotes that were opened and not yet enrolled with. */
function Opened() {
  return (
    <LatestQuotes
      outcome="opened"
      title={<Trans>Opened quotes</Trans>}
      note={(row) => <Trans>Opened on {row.opened_on}</Trans>}
      end={(row) => <b className={cx("num", s.price)}>{money(row.monthly)}</b>}
    />
  );
}

/** Quotes with a question that nobody answered yet. */
function Questions() {
  const { t } = useLingui();
  return (
    <LatestQuotes
      outcome="waiting"
      title={<Trans>Questions waiting</Trans>}
      note={(row) => t`${plural(row.waiting, { one: "# question waits", other: "# questions wait" })}`}
      end={(row) => (
        <ButtonLink
          size="sm"
          tone="primary"
          className={s.price}
          to="/quotes?outcome=waiting"
          aria-label={t`Answer question, ${row.name}`}
        >
          <Trans>Answer question</Trans>
        </ButtonLink>
      )}
    />
  );
}

interface WaitingProps {
  /** Stands above the opened quotes. */
  children?: ReactNode;
  /** Stands below what is saved. */
  below?: ReactNode;
}

/** Open tasks of a rep or group administrator; empty without any. */
export function Waiting({ children, below }: WaitingProps) {
  return (
    <div className={s.waiting}>
      <div className={s.saved}>
        <Saved />
        {below}
      </div>
      <div className={s.side}>
        {children}
        <Questions />
        <Opened />
      </div>
    </div>
  );
}
