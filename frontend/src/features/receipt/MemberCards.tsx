import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { CoveredPerson, MemberCard } from "@/client";
import { Button } from "@/components/ui/Button";
import { CarrierLogo, CategoryIcon } from "@/components/ui/Category";
import { cx } from "@/lib/cx";
import s from "./Cards.module.css";

/** The card of one person; others in the plan differ only in the name. */
function Card({ card, name, shown }: { card: MemberCard; name: string; shown: boolean }) {
  return (
    <div className={cx(s.card, !shown && s.other)}>
      <div className={s.top}>
        <CarrierLogo src={card.logo} name={card.carrier} eager />
        <span className={s.category}>
          <CategoryIcon category={card.category} size="sm" />
          <CategoryName category={card.category} />
        </span>
      </div>
      <div className={s.middle}>
        <div>
          <b>{name}</b>
          <span>{[card.plan, card.note].filter(Boolean).join(", ")}</span>
        </div>
        {card.facts.length > 0 && (
          <dl className={s.facts}>
            {card.facts.slice(0, 3).map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <dl className={s.foot}>
        <div>
          <dt>
            <Trans>Policy</Trans>
          </dt>
          <dd>{card.policy_number}</dd>
        </div>
        <div>
          <dt>
            <Trans>Valid from</Trans>
          </dt>
          <dd>{card.good_from}</dd>
        </div>
        {card.phone && (
          <div>
            <dt>{card.phone_label}</dt>
            <dd>{card.phone}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function CategoryName({ category }: { category: string }) {
  const { t } = useLingui();
  const names: Record<string, string> = {
    dental: t`Dental`,
    vision: t`Vision`,
    medical: t`Medical`,
    limitedmed: t`Limited medical`,
    rx: t`Prescriptions`,
  };
  return names[category] ?? null;
}

function CardSet({ card, people }: { card: MemberCard; people: CoveredPerson[] }) {
  const [chosen, setChosen] = useState(0);
  const { plan } = card;
  return (
    <fieldset className={s.set} data-cat={card.category}>
      <legend className="sr">
        <Trans>Card of {plan}, for</Trans>
      </legend>
      <div className={cx(s.tabs, "no-print")}>
        {people.map(({ first_name, name }, place) => (
          <label key={`${name}-${place}`}>
            <input
              type="radio"
              name={card.policy_number}
              checked={place === chosen}
              onChange={() => setChosen(place)}
            />
            <span>{first_name || name}</span>
          </label>
        ))}
      </div>
      {people.map(({ name }, place) => (
        <Card key={`${name}-${place}`} card={card} name={name} shown={place === chosen} />
      ))}
    </fieldset>
  );
}

/** Prints the cards alone, everybody's. */
function printCards(): void {
  const { dataset } = document.documentElement;
  dataset.print = "cards";
  window.addEventListener("afterprint", () => delete dataset.print, { once: true });
  window.print();
}

/** The cards to show at the provider's: per plan one for each person, one visible at a time. */
export function MemberCards({ cards, people }: { cards: MemberCard[]; people: CoveredPerson[] }) {
  const { t } = useLingui();
  const from = cards[0]?.good_from ?? "";
  const all = cards.length * people.length;
  return (
    <section className={s.cards} aria-label={t`Member cards`}>
      {cards.map((card) => (
        <CardSet key={card.policy_number} card={card} people={people} />
      ))}
      <div className={cx(s.acts, "no-print")}>
        <p>
          {people.length > 1 && <Trans>One card for each person.</Trans>}{" "}
          <Trans>
            Valid from <b className="num">{from}</b>.
          </Trans>
        </p>
        <Button icon="print" onClick={printCards}>
          {t`Print ${plural(all, { one: "# card", other: "# cards" })}`}
        </Button>
      </div>
    </section>
  );
}
