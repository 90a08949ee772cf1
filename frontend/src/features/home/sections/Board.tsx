import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonAnchor } from "@/components/ui/Button";
import { bootstrap, contact, type Language } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import { useMarketing } from "../useMarketing";
import { usePerson } from "../usePerson";
import { OrYourself } from "./Help";
import s from "./Sections.module.css";
import { Figures } from "./useFigures";

function HelpNote() {
  const { i18n } = useLingui();
  const { phone, phoneHref, hours } = contact(i18n.locale);
  const { person } = usePerson();
  const [help] = useMarketing().help ?? [];
  if (!help) return null;
  return (
    <div className={cx(s.note, person && s.rep)}>
      {person?.drawn && (
        <svg viewBox="52 20 216 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <use href={`${person.image}#art`} />
        </svg>
      )}
      {person && !person.drawn && <img src={person.image} alt="" />}
      <div className={cx(!person && "stack-2")}>
        <h3>{help.title}</h3>
        <p>
          {person
            ? `${person.name}. ${person.tagline[i18n.locale as Language]}`
            : (help.text ?? "").replace("{hours}", hours)}
        </p>
        {phone && (
          <ButtonAnchor icon="phone" href={phoneHref}>
            <span className="num">{phone}</span>
          </ButtonAnchor>
        )}
        <OrYourself />
      </div>
    </div>
  );
}

const Memberships = () => (
  <Figures of="board">
    {(memberships) => (
      <div className={s.note}>
        <h3>
          <Trans>Memberships</Trans>
        </h3>
        <p>
          <Trans>Extra benefits that don't replace insurance. Prices are monthly.</Trans>
        </p>
        <ul>
          {memberships.map(({ plan_id, plan_name, price }) => (
            <li key={plan_id}>
              <span>{plan_name}</span>
              <b className="num">{money(price)}</b>
            </li>
          ))}
        </ul>
      </div>
    )}
  </Figures>
);

/** Notes on a board: whom to ask, and what the brand has beside plans. */
export default function Board() {
  return (
    <section className="section" aria-labelledby="board">
      <div className="wrap">
        <div className="section-head">
          <h2 id="board">
            <Trans>On the board</Trans>
          </h2>
        </div>
        <div className={s.board}>
          <HelpNote />
          {bootstrap.flags.memberships && <Memberships />}
        </div>
      </div>
    </section>
  );
}
