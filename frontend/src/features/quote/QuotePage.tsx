import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { OpenedQuote } from "@/client";
import { PriceChanges } from "@/components/shop/PriceChangeDialog";
import { Banner } from "@/components/ui/Banner";
import { ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { CardBones, FailedRead, Loading } from "@/components/ui/State";
import { ApiError, api } from "@/lib/api";
import { PageHeading } from "@/lib/page";
import { restore } from "@/lib/resume";
import { Gone } from "./Gone";
import s from "./Quote.module.css";
import { SaveDocument } from "./SaveDocument";

/** Opens the quote of the link as this visit's own cart; a link that was opened before gives the same cart. */
function useOpenQuote(token: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ["open-quote", token],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const opened = await api.post("/api/v1/open-quote", { token }, { signal });
      restore(opened);
      await client.invalidateQueries({ queryKey: ["quote"] });
      return opened;
    },
  });
}

function Moved({ quote }: { quote: OpenedQuote }) {
  const { sent_on } = quote;
  if (!quote.moved) {
    return (
      <Banner tone="ok">
        <Trans>Every price is still the one of {sent_on}.</Trans>
      </Banner>
    );
  }
  return (
    <>
      <Banner tone="warn">
        <Trans>Some prices have moved since {sent_on}. Your cart has the prices of today.</Trans>
      </Banner>
      <Panel title={<Trans>What moved</Trans>} titleId="moved">
        <div className={s.moved}>
          <PriceChanges change={quote.reprice} />
        </div>
      </Panel>
    </>
  );
}

function Opened({ quote, token }: { quote: OpenedQuote; token: string }) {
  const { t } = useLingui();
  const { sender_name, sent_on, expires_on } = quote;
  return (
    <div className={s.quote}>
      <div className="stack-2">
        <PageHeading title={t`Your quote`}>
          <Trans>{sender_name} sent you a quote</Trans>
        </PageHeading>
        <p>
          <Trans>
            Sent on {sent_on}. You can open it until {expires_on}.
          </Trans>
        </p>
      </div>
      <Moved quote={quote} />
      <div className={s.go}>
        <ButtonLink tone="primary" size="lg" to={quote.href}>
          <Trans>Go to your cart</Trans>
        </ButtonLink>
        {quote.has_document && <SaveDocument token={token} />}
        <p className="small mute">
          <Trans>You can change plans, dates, or who is covered before you enroll.</Trans>
        </p>
      </div>
    </div>
  );
}

/** The link of a quote's mail. */
export default function QuotePage() {
  const { t } = useLingui();
  const { token = "" } = useParams();
  const quote = useOpenQuote(token);
  const { error } = quote;
  if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
    return <Gone message={error.message} />;
  }
  return (
    <main id="main" className="wrap page">
      {quote.isPending && (
        <Loading label={t`Opening your quote`}>
          <CardBones lines={5} />
        </Loading>
      )}
      {quote.isError && <FailedRead onRetry={() => void quote.refetch()} busy={quote.isFetching} />}
      {quote.data && <Opened quote={quote.data} token={token} />}
    </main>
  );
}
