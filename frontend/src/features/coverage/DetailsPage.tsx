import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import type { MemberCoverage, MemberDetails } from "@/client";
import { Segmented } from "@/components/form/Choices";
import { RequireRole } from "@/components/layout/RequireRole";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { DetailsList, useMemberDetails } from "@/components/work/MemberDetails";
import { NoRecord } from "@/components/work/NoRecord";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { chooseLanguage } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { Sent } from "./ChangeEnds";
import { EmailForm, MailingForm, PhoneForm } from "./ContactForms";
import { type CorrectedFact, CorrectionForm } from "./CorrectionForm";
import { hasOpenPolicy } from "./change";
import s from "./Details.module.css";
import { MOVE, MoveForm } from "./MoveForm";
import { PendingApprovals } from "./PendingApprovals";
import { useCoverage, useLifeEvents } from "./reads";

const FORMS = { mailing_address: MailingForm, phone: PhoneForm, email: EmailForm };
type Changeable = keyof typeof FORMS | "home_address";
const MOVING = `#${MOVE}`;

interface FactsProps {
  details: MemberDetails;
  coverage: MemberCoverage;
}

/** The fact that is being changed; a move is in the page's address, so that other pages can lead to it. */
function useEditing() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [fact, setFact] = useState<Changeable | null>(null);
  const editing = hash === MOVING ? "home_address" : fact;
  const edit = (next: Changeable | null) => {
    setFact(next === "home_address" ? null : next);
    const place = next === "home_address" ? MOVING : "";
    if (place !== hash) void navigate({ hash: place }, { replace: true, preventScrollReset: true });
  };
  const close = () => {
    flushSync(() => edit(null));
    if (editing) requestAnimationFrame(() => document.getElementById(`change-${editing}`)?.focus());
  };
  return { editing, edit, close };
}

/** The fact whose correction is being asked for. */
function useCorrecting() {
  const { t } = useLingui();
  const [fact, setFact] = useState<CorrectedFact | null>(null);
  const close = () => {
    flushSync(() => setFact(null));
    document.getElementById(`correct-${fact}`)?.focus();
  };
  const ask = (of: CorrectedFact, name: string) => (
    <Button
      id={`correct-${of}`}
      size="sm"
      aria-label={t`Ask for a correction: ${name}`}
      onClick={() => setFact(of)}
    >
      <Trans>Ask for a correction</Trans>
    </Button>
  );
  const editor = fact && { fact, form: <CorrectionForm key={fact} fact={fact} onClose={close} /> };
  return { editor: editor ?? undefined, ask, correct: setFact };
}

/** How the member is reached, each changed in its row. */
function Contact({ details, coverage }: FactsProps) {
  const { t } = useLingui();
  const { data: events = [] } = useLifeEvents();
  const { editing, edit, close } = useEditing();
  const { editor, ask, correct } = useCorrecting();
  const navigate = useNavigate();
  const change = (fact: Changeable, label: string) => (
    <Button id={`change-${fact}`} size="sm" aria-label={label} onClick={() => edit(fact)}>
      <Trans>Change</Trans>
    </Button>
  );
  const moves = hasOpenPolicy(coverage) && events.some((event) => event.key === MOVE);
  const actions = {
    home_address: moves
      ? change("home_address", t`Change: Home address`)
      : ask("home_address", t`Home address`),
    mailing_address: change("mailing_address", t`Change: Mailing address`),
    phone: change("phone", t`Change: Phone`),
    email: change("email", t`Change: Email`),
  };
  const formOf = (fact: Changeable) => {
    if (fact !== "home_address") {
      const Form = FORMS[fact];
      return <Form details={details} onClose={close} />;
    }
    return (
      <MoveForm
        events={events}
        coverage={coverage}
        onClose={close}
        onCorrect={() => {
          edit(null);
          correct("home_address");
        }}
        onSent={(sent) => void navigate({ hash: "" }, { replace: true, state: sent })}
      />
    );
  };
  const changing =
    editing && (editing !== "home_address" || moves)
      ? { fact: editing, form: formOf(editing), wide: editing === "home_address" }
      : undefined;
  return (
    <section aria-labelledby="contact">
      <h2 id="contact">
        <Trans>Contact</Trans>
      </h2>
      <DetailsList
        details={details}
        facts={["home_address", "mailing_address", "phone", "email"]}
        actions={actions}
        editor={changing ?? editor}
      />
    </section>
  );
}

/** The facts that prices depend on: the office corrects them, and answers by email. */
function AboutYou({ details, coverage }: FactsProps) {
  const { t } = useLingui();
  const { editor, ask } = useCorrecting();
  const actions = {
    name: ask("name", t`Name`),
    birth_date: ask("birth_date", t`Birth date`),
    gender: ask("gender", t`Gender`),
    ssn: ask("ssn", t`SSN`),
  };
  return (
    <section aria-labelledby="about-you">
      <h2 id="about-you">
        <Trans>About you</Trans>
      </h2>
      <DetailsList
        details={details}
        facts={["name", "birth_date", "gender", "ssn"]}
        actions={actions}
        editor={editor}
      />
      <p className="small mute">
        <Trans>Your prices can depend on these, so our team checks each correction.</Trans>
      </p>
      <PendingApprovals coverage={coverage} about="correction" />
    </section>
  );
}

/** The language of this site at once, and of emails and letters from now on. */
function Language() {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const choose = async (language: string) => {
    await api.post("/api/v1/account/language", { language: language === "es" ? "es" : "en" });
    await chooseLanguage(language === "es" ? "es" : "en");
    await client.invalidateQueries();
  };
  return (
    <section aria-labelledby="language">
      <h2 id="language">
        <Trans>Language</Trans>
      </h2>
      <Segmented
        name="language"
        label={t`For letters, emails, and this site`}
        value={i18n.locale}
        onChange={(event) => void choose(event.target.value)}
        options={[
          { value: "en", label: "English" },
          { value: "es", label: "Español" },
        ]}
      />
    </section>
  );
}

function Details() {
  const { t } = useLingui();
  const { userId } = useActor();
  const details = useMemberDetails();
  const coverage = useCoverage();
  const events = useLifeEvents();
  const { state } = useLocation();
  const reads = [details, coverage, events];
  const failed = reads.find((read) => read.isError);
  const pending = reads.some((read) => read.isPending);
  return (
    <main id="main" className={`wrap page ${s.page}`}>
      <div>
        <PageHeading title={t`My details`}>
          <Trans>My details</Trans>
        </PageHeading>
        <p className="lead">
          <Trans>Keep these up to date, so cards, bills, and letters reach you.</Trans>
        </p>
      </div>
      {userId === null && <NoRecord />}
      {userId !== null && pending && !failed && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {failed && <FailedRead onRetry={() => void failed.refetch()} busy={failed.isFetching} />}
      {coverage.data && state?.orderId && (
        <Card pad aria-labelledby="change-sent">
          <Sent coverage={coverage.data} here />
        </Card>
      )}
      {details.data && coverage.data && events.data && (
        <>
          <Contact details={details.data} coverage={coverage.data} />
          <Language />
          <AboutYou details={details.data} coverage={coverage.data} />
        </>
      )}
    </main>
  );
}

const ROLE = "member";

/** The member's own details on record, and what is planned to be different later. */
export default function DetailsPage() {
  return (
    <RequireRole role={ROLE}>
      <Details />
    </RequireRole>
  );
}
