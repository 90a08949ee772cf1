import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Dependents, TierLine, TierOffer } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button, LinkButton } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { ApiError } from "@/lib/api";
import { cents, fromCents, money } from "@/lib/format";
import { Link } from "@/lib/router";
import { wizardApi } from "../api";
import { useStep } from "../engine/wizard";
import type { Stored } from "../types";
import s from "./TierOffer.module.css";

interface TierOfferProps {
  /** Changes with the list: another list may fit another tier. */
  stamp: string;
  /** Ways to keep the tier, in words that are pressed. */
  keep: { label: string; onPress: () => void }[];
  onSwitched: (saved: Stored & { result: Dependents }, offer: TierOffer) => void;
}

/** The tier that the list fits, with every price now and after; one press switches to it. */
export default function TierOfferFolder({ stamp, keep, onSwitched }: TierOfferProps) {
  const { t } = useLingui();
  const { enrollmentId } = useStep();
  const client = useQueryClient();
  const key = ["wizard-tier", enrollmentId, stamp];
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const { data: offer } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => wizardApi.tierOffer(enrollmentId, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (!offer) return null;

  const accept = async () => {
    if (busy) return;
    setBusy(true);
    setFailed("");
    try {
      onSwitched(await wizardApi.changeTier(enrollmentId, offer), offer);
    } catch (error) {
      setFailed((error instanceof ApiError && error.message) || t`Something went wrong. Please try again.`);
      // Nothing was switched: what it would cost by now is shown before it can be pressed again.
      if (error instanceof ApiError && error.errorCode === "priceChanged")
        client.setQueryData(key, error.data as unknown as TierOffer);
    }
    setBusy(false);
  };
  const total = money(offer.new_total);
  const leaving = offer.lines.filter((line) => line.new === null);
  const names = leaving.map((line) => line.plan_name).join(", ");
  return (
    <Folder
      className={s.offer}
      headingId="tier-offer"
      tab={
        <>
          <Icon name="users" />
          {offer.to_name}
        </>
      }
    >
      <div className={s.inside}>
        <h3>
          <Heading offer={offer} />
        </h3>
        <p>
          <Trans>
            “{offer.from_name}” covers a spouse and children. Your list fits “{offer.to_name}”, with the same
            plans and dates.
          </Trans>
        </p>
        <Prices offer={offer} />
        {offer.signed && (
          <p className="small mute">
            <Trans>You've already signed. If you switch, you'll need to sign again.</Trans>
          </p>
        )}
        {failed && (
          <Banner tone="bad" live="alert">
            {failed}
          </Banner>
        )}
        <div className={s.act}>
          <Button
            tone="primary"
            size="lg"
            block
            busy={busy}
            busyText={<Trans>Saving</Trans>}
            onClick={() => void accept()}
          >
            {names ? (
              <Trans>
                Switch to “{offer.to_name}” without {names}, {total} a month
              </Trans>
            ) : (
              <Trans>
                Switch to “{offer.to_name}”, {total} a month
              </Trans>
            )}
          </Button>
          {keep.length > 0 && (
            <p className={s.keep}>
              <Trans>Or keep “{offer.from_name}”:</Trans>{" "}
              {keep.map(({ label, onPress }, index) => (
                <span key={label}>
                  {index > 0 && <>, </>}
                  <LinkButton onClick={onPress}>{label}</LinkButton>
                </span>
              ))}
            </p>
          )}
        </div>
      </div>
    </Folder>
  );
}

/** Cheaper or dearer is said first; what is the same is no reason. */
function Heading({ offer }: { offer: TierOffer }) {
  const less = cents(offer.old_total) - cents(offer.new_total);
  if (less > 0) return <Trans>“{offer.to_name}” costs less.</Trans>;
  if (less < 0) return <Trans>“{offer.to_name}” costs more.</Trans>;
  return <Trans>“{offer.to_name}” fits your list.</Trans>;
}

function Prices({ offer }: { offer: TierOffer }) {
  const { t } = useLingui();
  const less = cents(offer.old_total) - cents(offer.new_total);
  const difference = money(fromCents(Math.abs(less)));
  return (
    <table className={s.prices}>
      <caption className="sr">{t`Monthly prices now and after the switch`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Each month</Trans>
          </th>
          <th scope="col">
            <span className="only-d">{offer.from_name}, </span>
            <Trans>now</Trans>
          </th>
          <th scope="col">
            <span className="only-d">{offer.to_name}</span>
            <span className="only-m">
              <Trans>new</Trans>
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {offer.lines.map((line) => (
          <PriceRow key={line.plan_id} line={line} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Trans>Recurring Monthly Cost</Trans>
            {less !== 0 && (
              <small className={less > 0 ? s.less : undefined}>
                {less > 0 ? (
                  <Trans>{difference} less each month</Trans>
                ) : (
                  <Trans>{difference} more each month</Trans>
                )}
              </small>
            )}
          </th>
          <td>{less === 0 ? money(offer.old_total) : <del>{money(offer.old_total)}</del>}</td>
          <td>{money(offer.new_total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function PriceRow({ line }: { line: TierLine }) {
  const same = line.old === line.new;
  return (
    <tr className={same ? s.same : undefined}>
      <th scope="row">
        {line.plan_name}
        {line.new === null && (
          <small>
            {line.message}{" "}
            {line.closest && (
              <Link to={`/plan/${line.closest.plan_id}`}>
                <Trans>The closest plan: {line.closest.plan_name}</Trans>
              </Link>
            )}
          </small>
        )}
      </th>
      <td>{same ? money(line.old) : <del>{money(line.old)}</del>}</td>
      <td>{line.new === null ? <Trans>not sold</Trans> : money(line.new)}</td>
    </tr>
  );
}
