import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { Client } from "@/client";
import { Avatar } from "@/components/ui/Avatar";
import { Button, ButtonAnchor, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Facts } from "@/components/ui/Facts";
import { Icon } from "@/components/ui/Icon";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { Lines, Statement, StatementBody, StatementHead, StatementTotal } from "@/components/ui/Statement";
import { DetailsList, useMemberDetails } from "@/components/work/MemberDetails";
import { useEnrollMember } from "@/components/work/members";
import TierDialog from "@/components/work/TierDialog";
import { useCartGuard } from "@/components/work/useCartGuard";
import { WorkMain } from "@/components/work/WorkMain";
import { ApiError } from "@/lib/api";
import { money } from "@/lib/format";
import { PageHeading } from "@/lib/page";
import { Link } from "@/lib/router";
import s from "./Client.module.css";
import { useClient } from "./reads";
import { Timeline } from "./Timeline";
import { useCategories } from "./words";

function Trail({ name }: { name: string }) {
  const { t } = useLingui();
  return (
    <nav className={s.trail} aria-label={t`You are here`}>
      <Link to="/book-of-business">
        <Trans>Book of business</Trans>
      </Link>
      <Icon name="chevron" size="sm" />
      <span aria-current="page">{name}</span>
    </nav>
  );
}

function Head({ client }: { client: Client }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const enroll = useEnrollMember();
  const [choosing, setChoosing] = useState(false);
  const [guard, question] = useCartGuard();
  const { age, died_on: died, email, name, phone, since } = client;
  return (
    <div className={s.head}>
      <Avatar name={name} />
      <div>
        <PageHeading title={name}>{name}</PageHeading>
        <Facts>
          {died ? <Trans>Died {died}</Trans> : <Trans>Age {age}</Trans>}
          {client.place}
          {since && <Trans>Client since {since}</Trans>}
          {client.group}
        </Facts>
      </div>
      <div className={s.ways}>
        {!died && phone && (
          <ButtonAnchor icon="phone" href={`tel:+1${phone.replace(/\D/g, "")}`} aria-label={t`Call ${phone}`}>
            {phone}
          </ButtonAnchor>
        )}
        {!died && email && (
          <ButtonAnchor icon="mail" href={`mailto:${email}`}>
            <Trans>Write</Trans>
          </ButtonAnchor>
        )}
        {client.policies.length > 0 && (
          <ButtonLink icon="refresh" to={`/book-of-business/${client.member_id}/change`}>
            <Trans>Report a life event</Trans>
          </ButtonLink>
        )}
        {!died && (
          <Button tone="primary" onClick={() => guard(() => setChoosing(true))}>
            <Trans>Start a quote</Trans>
          </Button>
        )}
      </div>
      {question}
      {choosing && (
        <TierDialog
          name={name}
          onClose={() => setChoosing(false)}
          onChoose={async (tier, county) => {
            await enroll({ userId: client.member_id, tier, county, groupId: client.group_id });
            await navigate("/plans");
          }}
        />
      )}
    </div>
  );
}

function Sayings({ client }: { client: Client }) {
  if (client.sayings.length === 0) return null;
  return (
    <Panel titleId="sayings" title={<Trans>Worth saying</Trans>}>
      <ul className={s.sayings}>
        {client.sayings.map((saying) => (
          <li key={`${saying.title} ${saying.reason}`}>
            <b>{saying.title}</b> {saying.reason}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function InForce({ client }: { client: Client }) {
  const { elsewhere, policies } = client;
  const later = policies.filter((policy) => policy.starts_later).length;
  return (
    <Statement>
      <StatementHead>
        <h2>
          {later === 0 && <Trans>In force</Trans>}
          {later > 0 && later === policies.length && <Trans>Starts later</Trans>}
          {later > 0 && later < policies.length && <Trans>In force and about to start</Trans>}
        </h2>
      </StatementHead>
      <StatementBody>
        {policies.length === 0 ? (
          <p className="small">
            <Trans>No coverage with you.</Trans>
          </p>
        ) : (
          <Lines
            lines={policies.map((policy) => ({
              key: policy.number,
              label: policy.plan,
              note: policy.terms,
              value: policy.monthly || "–",
            }))}
          />
        )}
        {elsewhere > 0 && (
          <p className="small mute">
            <Trans>Another rep also manages plans for this client: {elsewhere}.</Trans>
          </p>
        )}
      </StatementBody>
      {policies.length > 0 && (
        <StatementTotal
          lines={[
            {
              label: later > 0 ? <Trans>A month, once all have started</Trans> : <Trans>A month</Trans>,
              value: money(client.monthly),
              grand: true,
            },
          ]}
        />
      )}
    </Statement>
  );
}

function Contact({ client }: { client: Client }) {
  const { data: details } = useMemberDetails(client.member_id);
  if (!details) return null;
  return (
    <Panel titleId="contact" title={<Trans>Contact</Trans>}>
      <div className={s.contact}>
        <DetailsList details={details} facts={["home_address", "mailing_address", "phone", "email"]} />
      </div>
    </Panel>
  );
}

function Household({ client }: { client: Client }) {
  const sayCategories = useCategories();
  if (client.household.length === 0) return null;
  return (
    <Panel titleId="household" title={<Trans>Household</Trans>} className={s.household}>
      <ul>
        {client.household.map((person) => {
          const { age, birth_date: born } = person;
          return (
            <li key={`${person.name} ${born}`}>
              <Avatar name={person.name} size="sm" />
              <span>
                <b>{person.first_name}</b>
                <small className="num">
                  <Trans>
                    Age {age}, {born}
                  </Trans>
                </small>
              </span>
              <em>{sayCategories(person.categories)}</em>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Story({ client }: { client: Client }) {
  return (
    <>
      <Trail name={client.name} />
      <Head client={client} />
      <div className={s.grid}>
        <Timeline client={client} />
        <aside className={s.aside}>
          <Sayings client={client} />
          <InForce client={client} />
          {!client.died_on && <Contact client={client} />}
          <Household client={client} />
        </aside>
      </div>
    </>
  );
}

function Missing() {
  const { t } = useLingui();
  return (
    <>
      <PageHeading title={t`Client`}>
        <Trans>Client</Trans>
      </PageHeading>
      <Empty
        title={<Trans>This client is not in your book</Trans>}
        action={
          <ButtonLink size="sm" to="/book-of-business">
            <Trans>Book of business</Trans>
          </ButtonLink>
        }
      >
        <Trans>
          You see your own members, members of your groups, and members whose policies you manage.
        </Trans>
      </Empty>
    </>
  );
}

/** One client's whole story, for a call: what is in force, what to say, what comes and what happened. */
export default function ClientPage() {
  const { t } = useLingui();
  const { memberId = "" } = useParams();
  const id = /^[1-9]\d{0,8}$/.test(memberId) ? Number(memberId) : 0;
  const client = useClient(id);
  const missing = id === 0 || (client.error instanceof ApiError && client.error.status === 404);
  return (
    <WorkMain>
      {missing && <Missing />}
      {!missing && !client.data && <PageHeading title={t`Client`}>{t`Client`}</PageHeading>}
      {!missing && client.isPending && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {!missing && client.isError && (
        <FailedRead
          title={<Trans>We could not load this client</Trans>}
          onRetry={() => void client.refetch()}
          busy={client.isFetching}
        />
      )}
      {client.data && <Story client={client.data} />}
    </WorkMain>
  );
}
