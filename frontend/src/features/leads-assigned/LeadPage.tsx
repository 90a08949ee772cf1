import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useParams } from "react-router";
import type { LeadDetail } from "@/client";
import { Avatar } from "@/components/ui/Avatar";
import { Banner } from "@/components/ui/Banner";
import { ButtonLink } from "@/components/ui/Button";
import { Facts } from "@/components/ui/Facts";
import { Icon } from "@/components/ui/Icon";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { useSince } from "@/components/work/since";
import { WorkMain } from "@/components/work/WorkMain";
import { ApiError } from "@/lib/api";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import { Link, useSearchParams } from "@/lib/router";
import { Consents } from "./Consents";
import { Call, Email } from "./Contact";
import { FilledQuote } from "./FilledQuote";
import { History } from "./History";
import s from "./Lead.module.css";
import { useLead } from "./leads";
import { Household, Needs } from "./Needs";
import { Notes } from "./Notes";
import { isOld } from "./old";
import { Standing } from "./Standing";
import { StartQuote } from "./StartQuote";
import { LeadBadge } from "./status";
import { Withdrawn } from "./Withdrawn";

function Trail({ lead }: { lead?: LeadDetail }) {
  const { t } = useLingui();
  const next = lead?.following;
  const name = next?.title;
  return (
    <nav className={s.trail} aria-label={t`You are here`}>
      <Link to="/leads">
        <Trans>Leads</Trans>
      </Link>
      {lead && <Icon name="chevron" size="sm" />}
      {lead && <span aria-current="page">{lead.title}</span>}
      {next && (
        <Link className={s.next} to={`/leads/${next.lead_id}`}>
          <Trans>Next lead: {name}</Trans>
          <Icon name="chevron" size="sm" />
        </Link>
      )}
    </nav>
  );
}

function Head({ lead, onCalled }: { lead: LeadDetail; onCalled: () => void }) {
  const since = useSince();
  const { t } = useLingui();
  const [problem, setProblem] = useState("");
  const { age, place, title } = lead;
  const [params] = useSearchParams();
  return (
    <>
      <div className={s.head}>
        <Avatar name={lead.name} />
        <div>
          <PageHeading title={title}>{title}</PageHeading>
          <Facts>
            {[age, place].filter(Boolean).join(", ") || null}
            {lead.name ? null : t`Name not given`}
            <span className={cx(isOld(lead) && s.old)}>{since(lead.began_at)}</span>
            <LeadBadge status={lead.status} />
          </Facts>
        </div>
        {lead.mine && (
          <div className={s.acts}>
            <Call lead={lead} onCalled={onCalled} />
            <Email lead={lead} />
            <StartQuote lead={lead} onFailed={setProblem} at={params.get("quote") === "1"} />
          </div>
        )}
      </div>
      {problem && (
        <Banner tone="bad" live="alert" className={s.banner}>
          {problem}
        </Banner>
      )}
    </>
  );
}

function Banners({ lead }: { lead: LeadDetail }) {
  const { client, mine, rep_name: rep } = lead;
  const name = client?.name;
  return (
    <>
      {!mine && (
        <Banner className={s.banner}>
          {rep ? (
            <Trans>{rep} has this lead. You can read it.</Trans>
          ) : (
            <Trans>No one has this lead now.</Trans>
          )}
        </Banner>
      )}
      {lead.withdrawn.length > 0 && (
        <Banner tone="warn" className={s.banner}>
          <Withdrawn of={lead} />
        </Banner>
      )}
      {client && (
        <Banner className={s.banner}>
          <Trans>
            This may be your client <Link to={`/book-of-business/${client.member_id}`}>{name}</Link>.
          </Trans>
        </Banner>
      )}
    </>
  );
}

function Lead({ lead }: { lead: LeadDetail }) {
  const [called, setCalled] = useState(false);
  return (
    <>
      <Trail lead={lead} />
      <Head lead={lead} onCalled={() => setCalled(true)} />
      <Banners lead={lead} />
      <div className={s.grid}>
        <div className={s.column}>
          <Needs lead={lead} />
          <div className={cx(s.side, s.later)}>
            <Household lead={lead} />
            <Notes lead={lead} called={called} />
            <History lead={lead} />
          </div>
        </div>
        <div className={s.column}>
          {lead.mine && <FilledQuote lead={lead} />}
          <div className={cx(s.side, s.last)}>
            <Consents lead={lead} />
            {lead.mine && <Standing lead={lead} />}
          </div>
        </div>
      </div>
    </>
  );
}

function Missing() {
  const { t } = useLingui();
  return (
    <>
      <PageHeading title={t`Lead`}>
        <Trans>Lead</Trans>
      </PageHeading>
      <Empty
        title={<Trans>This lead isn't one of yours</Trans>}
        action={
          <ButtonLink size="sm" to="/leads">
            <Trans>Your leads</Trans>
          </ButtonLink>
        }
      >
        <Trans>It may have been assigned to another rep, or deleted at the visitor's request.</Trans>
      </Empty>
    </>
  );
}

/** A lead as a person: who it is, what they need, how they may be contacted, and their quote. */
export default function LeadPage() {
  const { t } = useLingui();
  const { leadId = "" } = useParams();
  const lead = useLead(leadId);
  const missing = lead.error instanceof ApiError && [404, 422].includes(lead.error.status);
  return (
    <WorkMain>
      {missing && <Missing />}
      {!missing && !lead.data && <PageHeading title={t`Lead`}>{t`Lead`}</PageHeading>}
      {lead.isPending && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {!missing && lead.isError && (
        <FailedRead
          title={<Trans>We could not load this lead</Trans>}
          onRetry={() => void lead.refetch()}
          busy={lead.isFetching}
        />
      )}
      {lead.data && <Lead key={leadId} lead={lead.data} />}
    </WorkMain>
  );
}
