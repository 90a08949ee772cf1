import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Book } from "@/client";
import { ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { Figure, Figures as Frame } from "@/components/work/Figures";
import { WorkMain } from "@/components/work/WorkMain";
import { money } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import { capitalized, useDayWords } from "@/lib/words";
import s from "./Book.module.css";
import { Clients } from "./Clients";
import { Radar } from "./Radar";
import { useBook } from "./reads";
import { shortDay } from "./words";

function Head({ book }: { book: Book | undefined }) {
  const { t } = useLingui();
  const sayDay = useDayWords();
  return (
    <div className="page-head">
      <div>
        <PageHeading title={t`Book of business`}>
          <Trans>Book of business</Trans>
        </PageHeading>
        {book && <p className="small">{capitalized(sayDay(book.day))}.</p>}
      </div>
    </div>
  );
}

function Figures({ figures }: { figures: Book["figures"] }) {
  const { t } = useLingui();
  const until = shortDay(figures.until);
  const ending = figures.ending_clients;
  const renewing = figures.renewing_clients;
  const insured = t`${plural(figures.insured, { one: "# insured", other: "# insured" })}`;
  const rows = [
    {
      label: t`In force, a month`,
      value: money(figures.in_force),
      note: t`${plural(figures.policies, { one: "# policy", other: "# policies" })}`,
    },
    { label: t`Clients`, value: String(figures.clients), note: insured },
    {
      label: t`Ending by ${until}`,
      value: money(figures.ending),
      note: t`${plural(ending, { one: "# client", other: "# clients" })}`,
    },
    {
      label: t`Renewing by ${until}`,
      value: money(figures.renewing),
      note: t`${plural(renewing, { one: "# client", other: "# clients" })}`,
    },
  ];
  return (
    <Frame>
      {rows.map((row) => (
        <Figure key={row.label} label={row.label} value={row.value}>
          {row.note}
        </Figure>
      ))}
    </Frame>
  );
}

function NoClients() {
  return (
    <Empty
      of="members"
      title={<Trans>No clients yet</Trans>}
      action={
        <ButtonLink size="sm" to="/agent-home">
          <Trans>Enroll a new member</Trans>
        </ButtonLink>
      }
    >
      <Trans>Clients who enroll with you appear here, along with what's coming up for them.</Trans>
    </Empty>
  );
}

/** A rep's clients: their sums, the next ninety days, everyone. */
export default function BookPage() {
  const book = useBook();
  const { data } = book;
  return (
    <WorkMain>
      <Head book={data} />
      {book.isPending && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {book.isError && (
        <FailedRead
          title={<Trans>We could not load your book of business</Trans>}
          onRetry={() => void book.refetch()}
          busy={book.isFetching}
        />
      )}
      {data && data.figures.clients === 0 && <NoClients />}
      {data && data.figures.clients > 0 && (
        <div className={s.page}>
          <Figures figures={data.figures} />
          <Radar lanes={data.lanes} first={data.day} last={data.figures.until} />
          <Clients book={data} />
        </div>
      )}
    </WorkMain>
  );
}
