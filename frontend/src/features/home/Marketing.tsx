import { Trans, useLingui } from "@lingui/react/macro";
import { Button, ButtonAnchor } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { Meter, Table } from "@/components/ui/Table";
import { bootstrap, contact } from "@/lib/bootstrap";
import { planPath } from "@/lib/format";
import { openOverlay } from "@/lib/overlays";
import { Link } from "@/lib/router";
import s from "./Home.module.css";
import { useMarketing } from "./useMarketing";

export function PlanGroups() {
  const { groups, group = [] } = useMarketing();
  const [head] = groups ?? [];
  const named = group
    .map((text) => ({
      ...text,
      plans: bootstrap.home_groups.find(({ key }) => key === text.key)?.plans ?? [],
    }))
    .filter(({ plans }) => plans.length > 0);
  if (!head || named.length === 0) return null;
  return (
    <section className={`section ${s.groupsSection}`} aria-labelledby="groups">
      <div className="wrap">
        <div className="section-head">
          <div>
            <h2 id="groups">{head.title}</h2>
            {head.text && <p>{head.text}</p>}
          </div>
        </div>
        <div className={s.groups}>
          {named.map(({ key, title, text, plans }) => (
            <div key={key}>
              <h3>{title}</h3>
              {text && <p className="mute">{text}</p>}
              <ul>
                {plans.map((plan) => (
                  <li key={plan.plan_id}>
                    <Link to={planPath(plan.plan_id, plan.plan_name)}>
                      {plan.plan_name}
                      <Icon name="chevron" />
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

export function Covers() {
  const { t } = useLingui();
  const { covers, care } = useMarketing();
  const [head] = covers ?? [];
  if (!head) return null;
  return (
    <section className={`section ${s.covers}`} aria-labelledby="covers">
      <div className={`wrap ${s.coversGrid}`}>
        <div>
          <h2 id="covers">{head.title}</h2>
          {head.text && <p>{head.text}</p>}
          {head.note && <p className="small mute">{head.note}</p>}
        </div>
        {care && (
          <Table
            caption={head.title}
            rows={care}
            rowKey={(row) => row.title}
            columns={[
              { key: "kind", label: t`Kind of care`, header: true, cell: (row) => row.title },
              { key: "includes", label: t`What it includes`, bare: true, cell: (row) => row.text },
              { key: "wait", label: t`Waiting period`, cell: (row) => row.note },
              {
                key: "share",
                label: t`Plan pays`,
                width: 230,
                cell: (row) => row.percent !== undefined && <Meter percent={row.percent} />,
              },
            ]}
          />
        )}
      </div>
    </section>
  );
}

export function HelpBand() {
  const { i18n } = useLingui();
  const { phone, phoneHref, hours } = contact(i18n.locale);
  const [head] = useMarketing().help ?? [];
  if (!head) return null;
  return (
    <div className={s.helpBand}>
      <div>
        <h2>{head.title}</h2>
        {head.text && <p>{head.text.replace("{hours}", hours)}</p>}
      </div>
      {phone && (
        <ButtonAnchor icon="phone" href={phoneHref}>
          <span className="num">{phone}</span>
        </ButtonAnchor>
      )}
      <Button onClick={() => openOverlay("find-plan")}>
        <Trans>FIND A PLAN</Trans>
      </Button>
    </div>
  );
}
