import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CoverageCard } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonAnchor } from "@/components/ui/Button";
import { CarrierLogo } from "@/components/ui/Category";
import { Dialog } from "@/components/ui/Dialog";
import { Icon } from "@/components/ui/Icon";
import { api, messageOf } from "@/lib/api";
import { saveFile } from "@/lib/saveFile";
import { useCards } from "./reads";
import s from "./Wallet.module.css";

const cardHash = (card: CoverageCard) => `#card-${card.id}`;

function Standing({ card }: { card: CoverageCard }) {
  const { since } = card;
  return (
    <article className={s.card}>
      <div className={s.top}>
        <CarrierLogo src={card.logo} name={card.carrier} />
        {card.starts_later && (
          <Badge tone="warn">
            <Trans>Starts {since}</Trans>
          </Badge>
        )}
      </div>
      <div>
        <b className={s.name}>{card.name}</b>
        <span className="small">{card.plan}</span>
      </div>
      <dl className={s.number}>
        <dt>
          <Trans>Member ID</Trans>
        </dt>
        <dd>{card.member_number}</dd>
      </dl>
      <dl className={s.facts}>
        {card.facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      <p className={s.base}>
        {!card.starts_later && (
          <span>
            <Icon name="check" size="sm" />
            <Trans>In force since {since}</Trans>
          </span>
        )}
        {card.phone && (
          <span>
            {card.phone_label}: {card.phone}
          </span>
        )}
      </p>
    </article>
  );
}

/** What is held over the counter: large, and at an address of its own. */
function FrontDesk({ card, onClose }: { card: CoverageCard; onClose: () => void }) {
  const rows: [React.ReactNode, string][] = [
    [<Trans key="born">Born</Trans>, card.birth_date],
    [<Trans key="subscriber">Subscriber</Trans>, card.subscriber],
    [<Trans key="since">Covered since</Trans>, card.since],
    ...card.facts.map((fact): [React.ReactNode, string] => [fact.label, fact.value]),
  ];
  return (
    <Dialog
      title={<Trans>For the front desk</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {card.phone && (
            <ButtonAnchor tone="primary" icon="phone" href={`tel:+1${card.phone.replace(/\D/g, "")}`}>
              {card.phone_label}: {card.phone}
            </ButtonAnchor>
          )}
        </>
      }
    >
      <div className={s.desk}>
        <CarrierLogo src={card.logo} name={card.carrier} />
        <p className={s.deskName}>{card.name}</p>
        <p>{card.plan}</p>
        <dl className={s.deskNumber}>
          <dt>
            <Trans>Member ID</Trans>
          </dt>
          <dd>{card.member_number}</dd>
        </dl>
        <dl className={s.rows}>
          {rows.map(([label, value], place) => (
            <div key={place === 0 ? "born" : `${place}-${value}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

function useCardsFile() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const save = async () => {
    setBusy(true);
    setProblem("");
    try {
      const made = await api.get("/api/v1/get-cards-file");
      saveFile(made.name, made.content, "application/pdf");
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
  const { data: cards = [] } = useCards();
  const file = useCardsFile();
  const people = [...new Map(cards.map((card) => [card.person_id, card])).values()];
  const shown = cards.find((card) => cardHash(card) === decodeURIComponent(hash));
  const [chosen, setChosen] = useState("");
  const person = people.find((card) => card.person_id === chosen) ?? shown ?? people[0];
  if (!person) return null;
  const own = cards.filter((card) => card.person_id === person.person_id);
  const show = (card: CoverageCard) => void navigate(cardHash(card), { preventScrollReset: true });
  return (
    <section className={s.wallet} aria-label={t`Member cards`}>
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
              <span>{card.first_name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={s.body}>
        <div key={person.person_id} className={s.set}>
          {own.map((card) => (
            <Standing key={card.id} card={card} />
          ))}
        </div>
        <div className={s.pocket}>
          <p>
            <Trans>At the desk, show the card or just say your name and birth date.</Trans>
          </p>
          <span className={s.acts}>
            {own.map((card) => {
              const { first_name: name, plan } = card;
              return (
                <Button
                  key={card.id}
                  size="sm"
                  icon="card"
                  onClick={() => show(card)}
                  aria-label={
                    own.length === 1 ? t`Show at the desk: ${plan}` : t`Show the card of ${name}, ${plan}`
                  }
                >
                  {own.length === 1 ? t`Show at the desk` : plan}
                </Button>
              );
            })}
            <Button
              size="sm"
              icon="print"
              busy={file.busy}
              busyText={t`Making the file`}
              onClick={() => void file.save()}
            >
              {t`${plural(cards.length, { one: "# card as PDF", other: "# cards as PDF" })}`}
            </Button>
          </span>
        </div>
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
