import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { CarrierLogo } from "@/components/ui/Category";
import { Disclosure } from "@/components/ui/Disclosure";
import { Icon } from "@/components/ui/Icon";
import { RichText } from "@/components/ui/RichText";
import { Table } from "@/components/ui/Table";
import { categoryLabel } from "@/lib/categories";
import { PageHeading } from "@/lib/page";
import type { PlanDetail } from "@/lib/shop/types";
import { Example } from "./Example";
import s from "./PlanDetail.module.css";

/** A longer line gets a banner of its own. */
const BADGE_LENGTH = 48;

export function PlanHead({ plan }: { plan: PlanDetail }) {
  const { i18n } = useLingui();
  const desc = plan.plan_desc ?? {};
  const shortBar = Boolean(desc.blueBarText) && (desc.blueBarText?.length ?? 0) <= BADGE_LENGTH;
  return (
    <section className={s.detailHead}>
      <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} eager />
      <PageHeading title={plan.plan_name}>{plan.plan_name}</PageHeading>
      <p className="lead">{desc.header_text || plan.plan_short_text}</p>
      <div className={s.tags}>
        <Badge tone="brand">{i18n._(categoryLabel(plan.plan_category))}</Badge>
        {plan.badges?.map((badge) => (
          <Badge key={badge}>{badge}</Badge>
        ))}
        {shortBar && <Badge icon="star">{desc.blueBarText}</Badge>}
      </div>
      {desc.blueBarText && !shortBar && (
        <Banner tone="info" className={s.blueBar}>
          {desc.blueBarText}
        </Banner>
      )}
    </section>
  );
}

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
  const documents = plan.documents ?? [];
  if (parts.length === 0 && documents.length === 0) return null;
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
      {documents.length > 0 && (
        <ul className={s.documents}>
          {documents.map((document) => (
            <li key={document.url}>
              <Icon name="document" />
              <a href={document.url}>{document.title}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function PlanAbout({ plan }: { plan: PlanDetail }) {
  const body = plan.plan_desc?.body_text;
  return (
    <>
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
      <Details plan={plan} />
    </>
  );
}
