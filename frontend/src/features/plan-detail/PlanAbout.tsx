import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonAnchor } from "@/components/ui/Button";
import { Disclosure } from "@/components/ui/Disclosure";
import { Icon } from "@/components/ui/Icon";
import { RichText } from "@/components/ui/RichText";
import { Table } from "@/components/ui/Table";
import type { PlanDetail } from "@/lib/shop/types";
import { Example } from "./Example";
import s from "./PlanAbout.module.css";

function Benefits({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const columns = plan.benefits?.columns ?? [];
  const rows = plan.benefits?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="pays">
      <h2 id="pays">
        <Trans>What the plan pays</Trans>
      </h2>
      <Table
        caption={t`What the plan pays`}
        rows={rows}
        rowKey={(row) => row.name}
        columns={[
          {
            key: "care",
            label: t`Care`,
            header: true,
            cell: (row) => (
              <>
                {row.name}
                {row.note && <span className={s.rowNote}>{row.note}</span>}
              </>
            ),
          },
          ...columns.map((column, index) => ({
            key: column,
            label: column,
            cell: (row: (typeof rows)[number]) =>
              index === 0 ? <b>{row.values?.[index]}</b> : row.values?.[index],
          })),
        ]}
      />
    </section>
  );
}

/** The long texts in their order; each has a heading of its own. */
function Details({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const desc = plan.plan_desc ?? {};
  const parts = [
    { title: desc.exclusions_text_name || t`Exclusions`, text: desc.exclusions_text },
    {
      title: desc.example_text_name || t`Example`,
      text: plan.example?.parts?.length ? "" : desc.example_text,
    },
    { title: desc.faq_text_name || t`Frequently asked questions`, text: desc.faq_text },
    { title: t`About the association`, text: desc.association_text },
  ].filter((part) => part.text);
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="details">
      <h2 id="details">
        <Trans>The details</Trans>
      </h2>
      {parts.map((part, index) => (
        <Disclosure key={part.title} summary={part.title} open={index === 0}>
          <RichText text={part.text ?? ""} />
        </Disclosure>
      ))}
    </section>
  );
}

const NewTab = () => (
  <span className="sr">
    {" "}
    <Trans>(opens in a new tab)</Trans>
  </span>
);

const LANGUAGES: Record<string, string> = { en: "English", es: "Español" };

/** A document in the reader's language needs no word about it. */
function DocumentLanguage({ code }: { code: string }) {
  const { i18n } = useLingui();
  if (!LANGUAGES[code] || code === i18n.locale) return null;
  return (
    <span className={s.docLang} lang={code}>
      {LANGUAGES[code]}
    </span>
  );
}

function Documents({ plan }: { plan: PlanDetail }) {
  const documents = plan.documents ?? [];
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">
        <Trans>Documents</Trans>
      </h2>
      <ul className={s.documents}>
        {documents.map((document) => (
          <li key={document.url}>
            <Icon name="document" />
            <a href={document.url} target="_blank" rel="noreferrer">
              {document.title}
              <NewTab />
            </a>
            <DocumentLanguage code={document.language} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Networks({ plan }: { plan: PlanDetail }) {
  const networks = plan.networks ?? [];
  if (networks.length === 0) return null;
  return (
    <section aria-labelledby="networks">
      <h2 id="networks">
        <Trans>Provider networks</Trans>
      </h2>
      <ul className={s.networks}>
        {networks.map(({ name, url, note }) => (
          <li key={url}>
            <div>
              <h3>{name}</h3>
              {note && <p className="small mute">{note}</p>}
            </div>
            <ButtonAnchor size="sm" href={url} target="_blank" rel="noreferrer" iconEnd="external">
              <Trans>Search providers</Trans>
              <span className="sr">: {name}</span>
              <NewTab />
            </ButtonAnchor>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Everything below the price: what is paid, worked out, excluded, and where to read more. */
export function PlanAbout({ plan }: { plan: PlanDetail }) {
  const body = plan.plan_desc?.body_text;
  return (
    <div className={s.about}>
      {body && (
        <section aria-labelledby="about-plan">
          <h2 id="about-plan">
            <Trans>About this plan</Trans>
          </h2>
          <div className={s.body}>
            <RichText text={body} />
          </div>
        </section>
      )}
      <Benefits plan={plan} />
      <Example example={plan.example} />
      <Networks plan={plan} />
      <Details plan={plan} />
      <Documents plan={plan} />
    </div>
  );
}
