import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CoverageCard } from "@/client";
import { Avatar } from "@/components/ui/Avatar";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { CarrierLogo, CategoryIcon } from "@/components/ui/Category";
import { Icon } from "@/components/ui/Icon";
import { SkeletonBar } from "@/components/ui/State";
import { api, messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { saveFile } from "@/lib/saveFile";
import { CardDays } from "./CardDays";
import { FrontDesk } from "./FrontDesk";
import { useCards } from "./reads";
import s from "./Wallet.module.css";

const cardHash = (card: CoverageCard) => `#card-${card.id}`;

function Standing({ card, onShow }: { card: CoverageCard; onShow: () => void }) {
  const { t } = useLingui();
  const { since, plan, first_name: name } = card;
  return (
    <article className={s.card} data-cat={card.category}>
      <div className={s.top}>
        <CarrierLogo src={card.logo} name={card.carrier} />
        <span className={s.cat}>
          <CategoryIcon category={card.category} size="sm" />
        </span>
      </div>
      <div>
        <b className={s.name}>{card.name}</b>
        <span className={s.plan}>{plan}</span>
      </div>
      <dl className={s.number}>
        <dt>
          <Trans>Member ID</Trans>
        </dt>
        <dd>{card.member_number}</dd>
      </dl>
      {card.group_number && (
        <dl className={s.group}>
          <dt>
            <Trans>Group number</Trans>
          </dt>
          <dd>{card.group_number}</dd>
        </dl>
      )}
      <dl className={s.facts}>
        {card.facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      <p className={s.base}>
        <span className={s.since}>
          {card.starts_later || card.until ? (
            <CardDays card={card} />
          ) : (
            <>
              <Icon name="check" size="sm" />
              <Trans>In force since {since}</Trans>
            </>
          )}
        </span>
        {card.phone && (
          <span className="num">
            {card.phone_label}: {card.phone}
          </span>
        )}
      </p>
      <button
        type="button"
        className={s.open}
        aria-label={t`Show the card of ${name}, ${plan}`}
        onClick={onShow}
      />
    </article>
  );
}

function useCardsFile() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const save = async () => {
    setBusy(true);
    setProblem("");
    try {
      const file = await api.get("/api/v1/get-cards-file");
      saveFile(file.name, file.content, "application/pdf");
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, save };
}

/** The brand's folder: a tab for each person, their cards standing in it, and the pocket in front. */
export function Wallet() {
  const { t } = useLingui();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { data: cards = [], isPending } = useCards();
  const file = useCardsFile();
  const people = [...new Map(cards.map((card) => [card.person_id, card])).values()];
  const shown = cards.find((card) => cardHash(card) === decodeURIComponent(hash));
  const [chosen, setChosen] = useState("");
  const person = people.find((card) => card.person_id === chosen) ?? shown ?? people[0];
  if (isPending) return <WalletSkeleton />;
  if (!person) return null;
  const own = cards.filter((card) => card.person_id === person.person_id);
  const { plan } = own[0] ?? person;
  const show = (card: CoverageCard) => void navigate(cardHash(card), { preventScrollReset: true });
  return (
    <section className={s.wallet} aria-labelledby="cards" data-cards>
      <h2 id="cards" className="sr">
        <Trans>Member cards</Trans>
      </h2>
      {people.length > 1 && (
        <fieldset className={s.tabs}>
          <legend className="sr">
            <Trans>Whose cards</Trans>
          </legend>
          {people.map((card) => (
            <label key={card.person_id}>
              <input
                type="radio"
                name="wallet"
                checked={card.person_id === person.person_id}
                onChange={() => setChosen(card.person_id)}
              />
              <span>
                <Avatar name={card.name} size="sm" />
                {card.first_name}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={cx(s.body, people.length > 1 && s.tabbed)}>
        {people.map(({ person_id: whose }) => (
          <div key={whose} className={cx(s.set, whose === person.person_id && s.now)}>
            {cards
              .filter((card) => card.person_id === whose)
              .map((card) => (
                <Standing key={card.id} card={card} onShow={() => show(card)} />
              ))}
          </div>
        ))}
      </div>
      <div className={s.pocket}>
        <p>
          <Trans>At the office, show this card or give your name and birth date.</Trans>
        </p>
        <span className={s.acts}>
          <Button
            icon="device"
            className={s.show}
            onClick={() => show(own[0] ?? person)}
            aria-label={t`Show at the office: ${plan}`}
          >
            <Trans>Show at the office</Trans>
          </Button>
          <Button
            icon="print"
            busy={file.busy}
            busyText={t`Creating the file`}
            onClick={() => void file.save()}
          >
            {t`${plural(cards.length, { one: "# card as PDF", other: "# cards as PDF" })}`}
          </Button>
        </span>
      </div>
      {file.problem && (
        <Banner tone="bad" live="alert">
          {file.problem}
        </Banner>
      )}
      {shown && (
        <FrontDesk
          card={shown}
          onClose={() => void navigate({ hash: "" }, { replace: true, preventScrollReset: true })}
        />
      )}
    </section>
  );
}

/** Folder and pocket with two cards that are on their way. */
export function WalletSkeleton() {
  return (
    <div className={s.wallet} aria-hidden="true">
      <div className={s.body}>
        <div className={cx(s.set, s.now)}>
          {["first", "second"].map((key) => (
            <div key={key} className={s.card}>
              <SkeletonBar width={120} height={28} />
              <SkeletonBar width="70%" height={24} />
              <SkeletonBar />
              <SkeletonBar />
              <SkeletonBar width="80%" />
            </div>
          ))}
        </div>
      </div>
      <div className={s.pocket} />
    </div>
  );
}
