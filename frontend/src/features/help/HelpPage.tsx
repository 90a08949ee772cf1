import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { Icon } from "@/components/ui/Icon";
import { useActor } from "@/lib/actor";
import { contact } from "@/lib/bootstrap";
import { PageHeading, useHashPlace } from "@/lib/page";
import { Link } from "@/lib/router";
import s from "./Help.module.css";
import { TOPICS } from "./topics";

/** The jobs of the reader's own desk in a few sentences each, and whom to call. */
export default function HelpPage() {
  const { t } = useLingui();
  const { role } = useActor();
  const { phone, email } = contact();
  const topics = TOPICS[role] ?? TOPICS.member ?? [];
  const chosen = useLocation().hash.slice(1);
  useHashPlace();
  return (
    <main className="wrap page" id="main">
      <PageHeading title={t`Help`}>
        <Trans>How can we help?</Trans>
      </PageHeading>
      {!TOPICS[role] && (
        <p>
          <Trans>
            These pages are for members. <Link to="/sign-in">Sign in</Link> to use them.
          </Trans>
        </p>
      )}
      <div className={s.topics}>
        {topics.map((topic) => (
          <section
            key={topic.id}
            id={topic.id}
            className={s.topic}
            data-chosen={topic.id === chosen || undefined}
            aria-labelledby={`help-${topic.id}`}
          >
            <h2 id={`help-${topic.id}`}>{topic.title}</h2>
            <p>{topic.text}</p>
            <Link to={topic.to}>{topic.link}</Link>
          </section>
        ))}
      </div>
      <section aria-labelledby="help-keys" className={s.more}>
        <h2 id="help-keys">
          <Trans>Keyboard</Trans>
        </h2>
        <p>
          <Trans>
            Press <kbd>/</kbd> to search from any page and <kbd>?</kbd> to see all keys.
          </Trans>
        </p>
      </section>
      {(phone || email) && (
        <section aria-labelledby="help-contact" className={s.more}>
          <h2 id="help-contact">
            <Trans>Talk to us</Trans>
          </h2>
          <p className={s.contact}>
            {phone && (
              <a href={`tel:+1${phone.replace(/\D/g, "")}`}>
                <Icon name="phone" />
                {phone}
              </a>
            )}
            {email && (
              <a href={`mailto:${email}`}>
                <Icon name="mail" />
                {email}
              </a>
            )}
          </p>
        </section>
      )}
    </main>
  );
}
