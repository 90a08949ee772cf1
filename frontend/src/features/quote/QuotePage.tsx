import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { Asked, OpenedQuote, SenderOut } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { ApiError, api, wasSubmitted } from "@/lib/api";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import { restore } from "@/lib/resume";
import { Ask } from "./Ask";
import { Changes } from "./Changes";
import { AlreadyEnrolled, ExpiredLink } from "./ExpiredLink";
import { Plans } from "./Plans";
import s from "./Quote.module.css";
import { calledName, Portrait, SenderLine } from "./Sender";
import { Total, TotalBar } from "./Total";

/** Opens the quote of the link as this visit's own cart; a link that was opened before gives the same cart. */
function useOpenQuote(token: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ["open-quote", token],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const quote = await api.post("/api/v1/open-quote", { token }, { signal });
      restore(quote);
      await client.invalidateQueries({ queryKey: ["quote"] });
      return quote;
    },
  });
}

/** The sender's own words, as large as a letter; a line of ours when they wrote none. */
function Letter({ quote }: { quote: OpenedQuote }) {
  const { sender, message } = quote;
  const paragraphs = message.split(/\n+/).filter(Boolean);
  return (
    <section className={s.letter} aria-label={sender.name}>
      {paragraphs.length > 0 && (
        <blockquote>
          {paragraphs.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </blockquote>
      )}
      <SenderLine sender={sender} />
    </section>
  );
}

/** A link is kept by whoever got it: the newer one went to the address alone. */
function Newer({ quote: { newer_on, sender } }: { quote: OpenedQuote }) {
  const name = calledName(sender);
  if (!newer_on) return null;
  return (
    <Banner tone="info" className={s.newer}>
      <Trans>
        {name} sent you a newer quote on <span className="num">{newer_on}</span>. Look for it in your email.
      </Trans>
    </Banner>
  );
}

function Opened({ quote, token }: { quote: OpenedQuote; token: string }) {
  const { t } = useLingui();
  const { sender, sent_on, plans } = quote;
  const { name } = sender;
  const count = plans.length;
  const called = calledName(sender);
  return (
    <main id="main" className={cx("page", s.page)}>
      <div className={s.band} aria-hidden="true" />
      <div className={cx("wrap", s.grid)}>
        <div className={s.intro}>
          <div className={s.hello}>
            <div>
              <PageHeading title={t`Your quote`}>
                <Trans>{name} sent you a quote</Trans>
              </PageHeading>
              <p>
                {t`${plural(count, { one: "# plan", other: "# plans" })}`},{" "}
                <Trans>
                  sent on <span className="num">{sent_on}</span>.
                </Trans>{" "}
                {quote.covered}
              </p>
            </div>
            <Portrait sender={sender} />
          </div>
          <Newer quote={quote} />
          <Letter quote={quote} />
        </div>
        <Total quote={quote} token={token} />
        <div className={s.rest}>
          <Changes quote={quote} />
          <Plans quote={quote} />
          {sender.answers && (
            <Ask
              token={token}
              sender={sender}
              plans={plans}
              questions={quote.questions}
              title={t`Ask ${called}`}
            />
          )}
          <p className={s.legal}>
            <Trans>
              This is a quote, not a policy. Coverage starts on the effective date after the first payment
              clears. Plans are underwritten by the insurers named on each plan.
            </Trans>
          </p>
        </div>
      </div>
      <TotalBar quote={quote} />
    </main>
  );
}

/** Data of the refusal `quoteExpired`. */
interface ExpiredQuote {
  sender: SenderOut;
  expires_on: string;
  questions: Asked[];
}

/** The sender of an expired quote, who can be asked for a new one. */
function Expired({ quote, token }: { quote: ExpiredQuote; token: string }) {
  const { t } = useLingui();
  const { sender, expires_on, questions } = quote;
  const { name } = sender;
  const called = calledName(sender);
  return (
    <main id="main" className="wrap page">
      <div className={s.quote}>
        <Portrait sender={sender} small />
        <PageHeading title={t`Your quote`}>
          <Trans>This quote has expired</Trans>
        </PageHeading>
        <p className="lead">
          <Trans>
            {name} sent it to you. It was valid until <b className="num">{expires_on}</b>, and prices may have
            changed.
          </Trans>
        </p>
        <SenderLine sender={sender} />
        {sender.answers ? (
          <Ask
            token={token}
            sender={sender}
            plans={[]}
            questions={questions}
            title={t`Ask ${called} for a new quote`}
          />
        ) : (
          <div className={s.go}>
            <ButtonLink tone="primary" to="/plans">
              <Trans>See all plans</Trans>
            </ButtonLink>
          </div>
        )}
      </div>
    </main>
  );
}

/** Return the sender of an expired quote; null for any other failure. */
const expiredIn = (error: unknown): ExpiredQuote | null =>
  error instanceof ApiError && error.errorCode === "quoteExpired" ? (error.data as ExpiredQuote) : null;

/** The link of a quote's mail. */
export default function QuotePage() {
  const { t } = useLingui();
  const { token = "" } = useParams();
  const quote = useOpenQuote(token);
  const { error } = quote;
  const expired = expiredIn(error);
  if (expired) return <Expired quote={expired} token={token} />;
  if (wasSubmitted(error)) return <AlreadyEnrolled />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
    return <ExpiredLink message={error.message} />;
  }
  if (quote.data) return <Opened quote={quote.data} token={token} />;
  return (
    <main id="main" className="wrap page">
      {quote.isPending && (
        <Loading label={t`Opening your quote`}>
          <CardSkeleton lines={5} />
        </Loading>
      )}
      {quote.isError && <FailedRead onRetry={() => void quote.refetch()} busy={quote.isFetching} />}
    </main>
  );
}
