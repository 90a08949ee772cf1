import { Trans, useLingui } from "@lingui/react/macro";
import { Breadcrumb } from "@/components/ui/Breadcrumb";
import { ButtonAnchor } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { Empty } from "@/components/ui/State";
import { bootstrap, contact, type Language, type ProviderNetwork } from "@/lib/bootstrap";
import { homePath } from "@/lib/home";
import { PageHeading } from "@/lib/page";
import s from "./Providers.module.css";

function Networks({
  networks,
  type,
  title,
}: {
  networks: ProviderNetwork[];
  type: "dental" | "vision";
  title: string;
}) {
  const { i18n } = useLingui();
  const language = i18n.locale as Language;
  if (networks.length === 0) return null;
  return (
    <Folder category={type} tab={title} headingId={`networks-${type}`}>
      <ul>
        {networks.map(({ name, url, note }) => (
          <li key={url} className={s.network}>
            <div>
              <h3>{name[language]}</h3>
              <p className="small mute">{note[language] ?? new URL(url).hostname}</p>
            </div>
            <ButtonAnchor href={url} target="_blank" rel="noreferrer" iconEnd="external">
              <Trans>Search providers</Trans>
              <span className="sr">
                : {name[language]} <Trans>(opens in a new tab)</Trans>
              </span>
            </ButtonAnchor>
          </li>
        ))}
      </ul>
    </Folder>
  );
}

/** Dental and vision networks with their own search pages. */
export default function ProviderListPage() {
  const { t } = useLingui();
  const { providers } = bootstrap;
  const { phone, phoneHref } = contact();
  return (
    <main id="main" className="wrap page">
      <Breadcrumb
        crumbs={[
          ...(bootstrap.flags.hide_home_breadcrumb ? [] : [{ label: t`Home`, to: homePath() }]),
          { label: t`Find a dentist` },
        ]}
      />
      <div className="page-head">
        <div>
          <PageHeading title={t`Need a Dentist?`}>
            <Trans>Need a Dentist?</Trans>
          </PageHeading>
          <p>
            <Trans>
              Each network has its own search. You pay less with a provider in your plan's network, which is
              named on the plan's page.
            </Trans>
          </p>
        </div>
      </div>
      {providers.length === 0 ? (
        <Empty title={<Trans>No networks are listed here</Trans>}>
          <Trans>
            Call <a href={phoneHref}>{phone}</a> and we will find a provider with you.
          </Trans>
        </Empty>
      ) : (
        <div className={s.columns}>
          <Networks
            type="dental"
            title={t`Dental networks`}
            networks={providers.filter((network) => network.type === "dental")}
          />
          <Networks
            type="vision"
            title={t`Vision networks`}
            networks={providers.filter((network) => network.type === "vision")}
          />
        </div>
      )}
    </main>
  );
}
