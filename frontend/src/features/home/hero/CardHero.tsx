import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Drawing } from "@/components/art/Drawing";
import { useActor } from "@/lib/actor";
import { bootstrap } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import s from "./CardHero.module.css";
import { Copy, type HeroProps, lowestPrice, Rest, useWide } from "./parts";

/** True at the first view of a session: the card settles once. */
function useFirstView(): boolean {
  const [first] = useState(() => {
    try {
      return !sessionStorage.getItem("cardSettled");
    } catch {
      return false;
    }
  });
  useEffect(() => {
    if (first) sessionStorage.setItem("cardSettled", "true");
  }, [first]);
  return first;
}

/** The store's own logos have a form for dark grounds; of others the card says the name. */
const OWN_LOGOS = `${bootstrap.static_art}brand/`;

/** The membership card: a member's own, or one that a visitor's name may stand on. */
function MemberCard({ preview }: Pick<HeroProps, "preview">) {
  const { brand } = bootstrap;
  const { role, name, userId } = useActor();
  const member = role === "member";
  const first = useFirstView();
  const lowest = lowestPrice(preview);
  const price = lowest ? money(lowest.price) : "";
  return (
    <div className={cx(s.card, first && s.settling)}>
      <p className={s.cardTop}>
        {brand.logo.src.startsWith(OWN_LOGOS) ? (
          <img src={brand.logo.src} alt={brand.name} width={180} height={40} />
        ) : (
          <b>{brand.name}</b>
        )}
        <span>
          <Trans>Member benefits</Trans>
        </span>
      </p>
      <p className={cx("num", s.number)}>{member && userId ? String(userId).padStart(8, "0") : ""}</p>
      <dl>
        <div>
          <dt>
            <Trans>Member</Trans>
          </dt>
          <dd>{member && name ? name : <Trans>Your name here</Trans>}</dd>
        </div>
        {lowest && (
          <div>
            <dt>{lowest.from ? <Trans>From</Trans> : <Trans>Your price</Trans>}</dt>
            <dd key={price} className={cx("num", s.price, preview.waiting && s.old)}>
              <Trans>{price} a month</Trans>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** Card: a street under an open sky, and the card of its members. */
export default function CardHero({ form, aside, preview, ...texts }: HeroProps) {
  const wide = useWide();
  const card = <MemberCard preview={preview} />;
  return (
    <>
      <section className={s.hero}>
        <div className={cx("wrap", s.grid)}>
          <Copy {...texts} lineClass={s.line} proofClass={s.proof} />
          {wide && card}
        </div>
        <Drawing
          name="street"
          width={1280}
          height={250}
          className={s.street}
          preserveAspectRatio="xMidYMax slice"
        />
      </section>
      <div className={cx("wrap", s.ask)}>{form}</div>
      {aside}
      {!wide && (
        <div className={cx("wrap", s.below)}>
          {card}
          <Rest {...texts} proofClass={s.proof} />
        </div>
      )}
    </>
  );
}
