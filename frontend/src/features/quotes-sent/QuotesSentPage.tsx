import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { SentQuoteItem } from "@/client";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import { copyText } from "@/components/work/copyText";
import { HelpLink } from "@/components/work/HelpLink";
import { ListFrame, WorkFilters } from "@/components/work/List";
import { DaysChoice, ListTools } from "@/components/work/ListTools";
import { type ListState, useHanded, useListState } from "@/components/work/listState";
import { exportQuotes, useSentQuotes } from "@/components/work/quotes";
import { SelectionBar, useSelection } from "@/components/work/Selection";
import { WorkMain } from "@/components/work/WorkMain";
import { useOpenWork } from "@/components/work/work";
import { useActor } from "@/lib/actor";
import { PageHeading } from "@/lib/page";
import { useSettled } from "@/lib/useSettled";
import { useOutcomeWords } from "./outcome";
import { QuoteBulk } from "./QuoteBulk";
import { QuoteTable } from "./QuoteTable";

const QuestionsDrawer = lazy(() => import("./QuestionsDrawer"));
const ResendQuoteDialog = lazy(() => import("./ResendQuoteDialog"));

const PER_PAGE = 10;

function Filters({ list }: { list: ListState }) {
  const { t } = useLingui();
  const words = { waiting: t`Question waiting`, ...useOutcomeWords() };
  return (
    <WorkFilters
      list={list}
      label={t`Search quotes`}
      placeholder={t`Search by name or email`}
      name="outcome"
      title={t`Outcome`}
      words={words}
      all={t`All quotes`}
      sorts={[
        { value: "-sent", label: t`Newest first` },
        { value: "sent", label: t`Oldest first` },
      ]}
    >
      <DaysChoice list={list} label={t`Sent`} />
    </WorkFilters>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <Empty
        title={<Trans>No quotes match</Trans>}
        action={
          <Button size="sm" onClick={onClear}>
            <Trans>Show all quotes</Trans>
          </Button>
        }
      >
        <Trans>Try the beginning of a name, or another outcome.</Trans>
      </Empty>
    );
  }
  return (
    <Empty
      of="quotes"
      title={<Trans>No quotes sent yet</Trans>}
      action={
        <ButtonLink size="sm" to="/plans">
          <Trans>See plans</Trans>
        </ButtonLink>
      }
    >
      <Trans>Send a personalized quote from the cart, then follow its status here.</Trans>
    </Empty>
  );
}

/** Quotes that a rep or group sent and what became of them, ten to a page, found and sorted by the server. */
export default function QuotesSentPage() {
  const { t } = useLingui();
  const { role } = useActor();
  const list = useListState({ sort: "-sent", filter: "outcome", handed: useHanded() });
  const search = useSettled(list.search);
  const only = list.value("quote");
  const wanted = { outcome: list.chosen, days: list.value("days"), search, sort: list.sort, quote_id: only };
  const { selected, select, clear } = useSelection<string>();
  const quotes = useSentQuotes({ ...wanted, page: list.page, perPage: PER_PAGE });
  const mayAct = quotes.data?.may_act ?? false;
  const mayAnswer = quotes.data?.may_answer ?? false;
  const open = useOpenWork();
  const [again, setAgain] = useState<SentQuoteItem | null>(null);
  const [answering, setAnswering] = useState<SentQuoteItem | null>(null);
  const stale = quotes.isPlaceholderData || search !== list.search.trim();
  return (
    <WorkMain>
      <div className="page-head">
        <PageHeading title={t`Quotes`}>
          <Trans>Quotes</Trans>
        </PageHeading>
        {role === "rep" && (
          <HelpLink topic="quotes">
            <Trans>Help with quotes</Trans>
          </HelpLink>
        )}
      </div>
      <ListFrame
        label={t`Quotes`}
        query={quotes}
        filters={
          <>
            <Filters list={list} />
            {only && (
              <SelectionBar label={t`One quote`} status={t`Showing one quote`}>
                <Button size="sm" onClick={list.clear}>
                  <Trans>Show all quotes</Trans>
                </Button>
              </SelectionBar>
            )}
            <ListTools
              list={list}
              name="quotes"
              total={quotes.data?.total}
              onExport={() => exportQuotes(wanted)}
            />
            {mayAct && <QuoteBulk selected={selected} onClear={clear} />}
          </>
        }
        loading={t`Loading quotes`}
        failed={<Trans>We could not load the quotes</Trans>}
        nothing={<Nothing filtered={Boolean(search || list.view())} onClear={list.clear} />}
        found={(total) => t`${plural(total, { one: "# quote found", other: "# quotes found" })}`}
        stale={stale}
        onPage={list.goTo}
      >
        {(rows) => (
          <QuoteTable
            rows={rows}
            sort={list.sort}
            onSort={list.sortBy}
            stale={stale}
            mayAct={mayAct}
            mayAnswer={mayAnswer}
            selected={selected}
            onSelect={select}
            onCopy={(row) => void copyText(row.link, t`The link to the quote is copied`)}
            onResend={setAgain}
            onQuestions={setAnswering}
            onChange={(row) => row.cart && void open({ ...row.cart, href: "/cart" })}
          />
        )}
      </ListFrame>
      {answering && (
        <Suspense fallback={null}>
          <QuestionsDrawer row={answering} mayAnswer={mayAnswer} onClose={() => setAnswering(null)} />
        </Suspense>
      )}
      {again && (
        <Suspense fallback={null}>
          <ResendQuoteDialog row={again} onClose={() => setAgain(null)} />
        </Suspense>
      )}
    </WorkMain>
  );
}
