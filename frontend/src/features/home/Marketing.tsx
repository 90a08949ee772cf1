import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, ButtonAnchor } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { Meter, Table } from "@/components/ui/Table";
import { bootstrap, contact } from "@/lib/bootstrap";
import { planPath } from "@/lib/format";
import { openOverlay } from "@/lib/overlays";
import { Link } from "@/lib/router";
import { useMenu } from "@/lib/shop/context";
import s from "./Home.module.css";

const GROUPS: Record<string, { title: MessageDescriptor; note: MessageDescriptor }> = {
  low_deductible: { title: msg`Low Deductible`, note: msg`Coverage that starts sooner` },
  high_annual_maximum: { title: msg`High Annual Maximum`, note: msg`For crowns, bridges, and implants` },
  bundled: { title: msg`Bundled`, note: msg`Dental and vision on one bill` },
  vision: { title: msg`Vision`, note: msg`Exams, frames, and contacts` },
};

export function PlanGroups() {
  const { i18n } = useLingui();
  const groups = bootstrap.home_groups.filter((group) => group.plans.length > 0);
  if (groups.length === 0) return null;
  return (
    <section className={`section ${s.groupsSection}`} aria-labelledby="groups">
      <div className="wrap">
        <div className="section-head">
          <div>
            <h2 id="groups">
              <Trans>Shop and compare Dental plans now</Trans>
            </h2>
            <p>
              <Trans>Start from what matters to you. Every name opens the full plan.</Trans>
            </p>
          </div>
        </div>
        <div className={s.groups}>
          {groups.map((group) => {
            const text = GROUPS[group.key];
            if (!text) return null;
            return (
              <div key={group.key}>
                <h3>{i18n._(text.title)}</h3>
                <p className="mute">{i18n._(text.note)}</p>
                <ul>
                  {group.plans.map((plan) => (
                    <li key={plan.plan_id}>
                      <Link to={planPath(plan.plan_id, plan.plan_name)}>
                        {plan.plan_name}
                        <Icon name="chevron" />
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

interface Care {
  kind: MessageDescriptor;
  includes: MessageDescriptor;
  wait: MessageDescriptor;
  share: number;
}

/** Typical shares of PPO dental plans; each plan's page has its own. */
const CARE: Care[] = [
  { kind: msg`Preventive`, includes: msg`Exams, cleanings, X-rays`, wait: msg`None`, share: 100 },
  {
    kind: msg`Basic`,
    includes: msg`Fillings, simple extractions, emergency pain relief`,
    wait: msg`3 months`,
    share: 80,
  },
  { kind: msg`Major`, includes: msg`Crowns, bridges, dentures, root canals`, wait: msg`6 months`, share: 50 },
  {
    kind: msg`Orthodontia`,
    includes: msg`Braces and aligners for children up to age 19`,
    wait: msg`12 months`,
    share: 50,
  },
];

export function Covers() {
  const { t, i18n } = useLingui();
  return (
    <section className={`section ${s.covers}`} aria-labelledby="covers">
      <div className={`wrap ${s.coversGrid}`}>
        <div>
          <h2 id="covers">
            <Trans>What do dental plans cover?</Trans>
          </h2>
          <p>
            <Trans>
              Dentists sort care into four kinds. A plan pays a set share of each, up to its annual maximum.
            </Trans>
          </p>
          <p className="small mute">
            <Trans>Typical in-network shares for PPO plans in this store. Each plan lists its own.</Trans>
          </p>
        </div>
        <Table
          caption={t`What do dental plans cover?`}
          rows={CARE}
          rowKey={(care) => care.kind.id}
          columns={[
            { key: "kind", label: t`Kind of care`, header: true, cell: (care) => i18n._(care.kind) },
            {
              key: "includes",
              label: t`What it includes`,
              bare: true,
              cell: (care) => i18n._(care.includes),
            },
            { key: "wait", label: t`Waiting period`, cell: (care) => i18n._(care.wait) },
            { key: "share", label: t`Plan pays`, width: 230, cell: (care) => <Meter percent={care.share} /> },
          ]}
        />
      </div>
    </section>
  );
}

export function HelpBand() {
  const { phone, phoneHref, hours } = contact();
  return (
    <div className={s.helpBand}>
      <div>
        <h2>
          <Trans>Need help finding a plan?</Trans>
        </h2>
        <p>
          <Trans>Answer four questions, or talk to a licensed agent. Free quotes by phone, {hours}.</Trans>
        </p>
      </div>
      {phone && (
        <ButtonAnchor icon="phone" href={phoneHref}>
          <span className="num">{phone}</span>
        </ButtonAnchor>
      )}
      <Button tone="primary" onClick={() => openOverlay("find-plan")}>
        <Trans>FIND A PLAN</Trans>
      </Button>
    </div>
  );
}

const TILES = [
  { key: "dental", title: msg`Dental`, text: msg`From cleanings to crowns.`, go: msg`Shop dental plans` },
  { key: "vision", title: msg`Vision`, text: msg`Exams, frames, and contacts.`, go: msg`Shop vision plans` },
  {
    key: "term_life",
    title: msg`Term life`,
    text: msg`Income for those you love.`,
    go: msg`Shop term life plans`,
  },
];

export function CategoryTiles() {
  const { i18n } = useLingui();
  const menu = useMenu();
  return (
    <div className={s.tiles}>
      {TILES.filter((tile) => menu.length === 0 || menu.includes(tile.key)).map((tile) => (
        <Link key={tile.key} className={s.tile} data-cat={tile.key} to={`/plans?type=${tile.key}`}>
          <div>
            <h3>{i18n._(tile.title)}</h3>
            <p>{i18n._(tile.text)}</p>
            <span className={s.go}>
              {i18n._(tile.go)}
              <Icon name="arrow" size="sm" />
            </span>
          </div>
          <img
            className={s.art}
            src={`${bootstrap.static_art}category/${tile.key}.svg`}
            alt=""
            width={128}
            height={128}
            loading="lazy"
          />
        </Link>
      ))}
    </div>
  );
}
