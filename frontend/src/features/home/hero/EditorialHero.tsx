import { i18n } from "@lingui/core";
import { bootstrap, type Language } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { usePerson } from "../usePerson";
import s from "./EditorialHero.module.css";
import { Heading, type HeroProps, Proof, useWide } from "./parts";

/** Characters of a line that stands in the largest letters. */
const SHORT = 34;

/** The last sentence of a line stands in italics: "First we listen. Then we pick." */
function Line({ children }: { children: string }) {
  const [, before = children, word = "", after = ""] = /^(.*?[.!?]\s+)(\S+)(.*)$/.exec(children) ?? [];
  return (
    <p className={cx(s.line, children.length > SHORT && s.long)}>
      {before}
      {word && <em>{word}</em>}
      {after}
    </p>
  );
}

function Columns({ lead }: Pick<HeroProps, "lead">) {
  if (!lead) return null;
  return (
    <div className={s.columns}>
      {lead.split(/\s*\n\s*\n\s*/).map((part) => (
        <p key={part}>{part}</p>
      ))}
    </div>
  );
}

/** The rep of the recipe with name and number, or the brand's picture. */
function Picture({ captioned }: { captioned: boolean }) {
  const { brand } = bootstrap;
  const { person, waiting } = usePerson();
  if (!person)
    return (
      <figure>
        {!waiting && (
          <img
            src={brand.hero}
            alt={brand.hero_alt[i18n.locale as Language] ?? ""}
            width={520}
            height={360}
          />
        )}
      </figure>
    );
  return (
    <figure>
      {person.drawn ? (
        <svg className={s.portrait} viewBox="0 0 320 320" width={420} height={420} aria-hidden="true">
          <use href={`${person.image}#art`} />
        </svg>
      ) : (
        <img src={person.image} alt="" width={420} height={420} />
      )}
      {captioned && (
        <figcaption>
          <span>
            <b>{person.name}</b>
            {person.tagline[i18n.locale as Language]}
          </span>
          {person.phone && (
            <a className="num" href={`tel:${person.phone.replace(/[^\d+]/g, "")}`}>
              {person.phone}
            </a>
          )}
        </figcaption>
      )}
    </figure>
  );
}

/** Editorial: the heading above a rule, one big line, columns, and the questions on a dark band. */
export default function EditorialHero({ heading, line, lead, short, proof, form, aside }: HeroProps) {
  const wide = useWide();
  return (
    <>
      <section className={s.hero}>
        <div className={cx("wrap", s.grid)}>
          <div className={cx(line && s.voiced)}>
            <Heading>{heading}</Heading>
            {line && <Line>{line}</Line>}
            {wide ? <Columns lead={lead} /> : short && <p className="lead">{short}</p>}
            {wide && <Proof lines={proof} className={s.proof} />}
          </div>
          <Picture captioned={wide} />
        </div>
      </section>
      <div className={s.ask}>
        <div className="wrap">{form}</div>
      </div>
      {aside}
      {!wide && (
        <div className="wrap">
          {lead !== short && <Columns lead={lead} />}
          <Proof lines={proof} className={s.proof} />
        </div>
      )}
    </>
  );
}
