import { Trans, useLingui } from "@lingui/react/macro";
import type { MouseEvent, ReactNode } from "react";
import type { PricePreview } from "@/client";
import { useTierLabel } from "@/components/shop/tierLabel";
import { Badge } from "@/components/ui/Badge";
import { ButtonLink } from "@/components/ui/Button";
import { CarrierLogo } from "@/components/ui/Category";
import { Lines, Tear } from "@/components/ui/Statement";
import { cx } from "@/lib/cx";
import { planPath } from "@/lib/format";
import { Link } from "@/lib/router";
import type { Tier } from "@/lib/shop/types";
import s from "./FolderSheet.module.css";
import { BigPrice, type HeroProps } from "./parts";

type Plan = NonNullable<PricePreview["plan"]>;

/** For whom and where the price is, and of which level; of an exact price, the way to what it is made of. */
function Why({ data, plan, more }: { data: PricePreview; plan: Plan; more: ReactNode }) {
  const tier = useTierLabel()(data.tier as Tier);
  const place = data.state ? `${data.zip}, ${data.state}` : data.zip;
  return (
    <p className={s.why}>
      <Trans>
        <b>{tier}</b> in <b>{place}</b>.
      </Trans>
      {plan.level && ` ${plan.level}.`} {data.exact && more}
    </p>
  );
}

/** The plan that slides out of the folder: with all answers, also what it pays, when it starts, and the way to it. */
export default function FolderSheet({ preview, open }: Pick<HeroProps, "preview" | "open">) {
  const { t } = useLingui();
  const { data, waiting } = preview;
  if (!data?.plan) return null;
  const { plan } = data;
  const path = planPath(plan.plan_id, plan.plan_name);
  const place = data.state ? `${data.zip}, ${data.state}` : data.zip;
  const goOn = (to: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    open(to);
  };
  const why = `${path}#why`;
  return (
    <div key={String(data.exact)}>
      <div className={s.top}>
        <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} />
        {data.exact && plan.price && <Badge tone="brand" icon="check">{t`Sold in ${place}`}</Badge>}
      </div>
      <h2 className={s.name}>{plan.plan_name}</h2>
      {plan.price ? (
        <p className={cx(s.price, waiting && s.old)}>
          <BigPrice value={plan.price} from={!data.exact} />
        </p>
      ) : (
        <p className={cx(s.refused, waiting && s.old)}>{plan.message}</p>
      )}
      {plan.price && (
        <Why
          data={data}
          plan={plan}
          more={
            <Link to={why} onClick={goOn(why)}>
              <Trans>Why this price?</Trans>
            </Link>
          }
        />
      )}
      {data.exact && plan.price && (
        <>
          <div className={s.facts}>
            <Lines lines={plan.facts} />
          </div>
          <Tear />
          <div className={s.acts}>
            {plan.start && (
              <span className="small">
                <Trans>Earliest start</Trans>
                <b className="num">{plan.start}</b>
              </span>
            )}
            <ButtonLink to={path} onClick={goOn(path)}>
              <Trans>More Info</Trans>
              <span className="sr">: {plan.plan_name}</span>
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  );
}
