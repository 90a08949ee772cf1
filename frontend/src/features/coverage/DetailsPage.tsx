import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { MemberDetails } from "@/client";
import { Segmented } from "@/components/form/Choices";
import { RequireRole } from "@/components/layout/RequireRole";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { DetailsList, useMemberDetails } from "@/components/work/MemberDetails";
import { NoRecord } from "@/components/work/NoRecord";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { contact } from "@/lib/bootstrap";
import { chooseLanguage } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { EmailForm, MailingForm, PhoneForm } from "./ContactForms";
import s from "./Details.module.css";
import { useLifeEvents } from "./reads";

const FORMS = { mailing_address: MailingForm, phone: PhoneForm, email: EmailForm };
type Changeable = keyof typeof FORMS;

function Facts({ details }: { details: MemberDetails }) {
  const { t } = useLingui();
  const { data: events = [] } = useLifeEvents();
  const { phone, phoneHref } = contact();
  const [editing, setEditing] = useState<Changeable | null>(null);
  const close = () => {
    const fact = editing;
    flushSync(() => setEditing(null));
    if (fact) document.getElementById(`change-${fact}`)?.focus();
  };
  const change = (fact: Changeable, label: string) => (
    <Button id={`change-${fact}`} size="sm" aria-label={label} onClick={() => setEditing(fact)}>
      <Trans>Change</Trans>
    </Button>
  );
  const move = events.some((event) => event.key === "move") && (
    <ButtonLink size="sm" to="/coverage/change/who?event=move" aria-label={t`Change: Home address`}>
      <Trans>Change</Trans>
    </ButtonLink>
  );
  const actions = {
    home_address: move,
    mailing_address: change("mailing_address", t`Change: Mailing address`),
    phone: change("phone", t`Change: Phone`),
    email: change("email", t`Change: Email`),
  };
  const Form = editing && FORMS[editing];
  return (
    <>
      <section aria-labelledby="contact">
        <h2 id="contact">
          <Trans>Contact</Trans>
        </h2>
        <DetailsList
          details={details}
          facts={["home_address", "mailing_address", "phone", "email"]}
          actions={actions}
          editor={
            Form && editing ? { fact: editing, form: <Form details={details} onClose={close} /> } : undefined
          }
        />
      </section>
      <Language />
      <section aria-labelledby="about-you">
        <h2 id="about-you">
          <Trans>About you</Trans>
        </h2>
        <DetailsList details={details} facts={["name", "birth_date", "ssn"]} />
        {phone && (
          <p className="small mute">
            <Trans>
              Your prices depend on these, so we check them with you. To correct one, call{" "}
              <a className="num" href={phoneHref}>
                {phone}
              </a>
              .
            </Trans>
          </p>
        )}
      </section>
    </>
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
      {userId !== null && details.isPending && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {details.isError && <FailedRead onRetry={() => void details.refetch()} busy={details.isFetching} />}
      {details.data && <Facts details={details.data} />}
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
