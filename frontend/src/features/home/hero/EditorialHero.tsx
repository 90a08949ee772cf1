import { bootstrap } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import s from "./EditorialHero.module.css";
import { Heading, type HeroProps, Proof } from "./parts";

/** The last sentence of a line stands in italics: "First we listen. Then we pick." */
function Line({ children }: { children: string }) {
  const [, before = children, word = "", after = ""] = /^(.*?[.!?]\s+)(\S+)(.*)$/.exec(children) ?? [];
  return (
    <p className={s.line}>
      {before}
      {word && <em>{word}</em>}
      {after}
    </p>
  );
}

/** Editorial: the heading above a rule, one big line, columns, and the questions on a dark band. */
export default function EditorialHero({ heading, line, lead, proof, form }: HeroProps) {
  return (
    <>
      <section className={s.hero}>
        <div className={cx("wrap", s.grid)}>
          <div className={cx(line && s.voiced)}>
            <Heading>{heading}</Heading>
            {line && <Line>{line}</Line>}
            {lead && (
              <div className={s.columns}>
                {lead.split(/\s*\n\s*\n\s*/).map((part) => (
                  <p key={part}>{part}</p>
                ))}
              </div>
            )}
            <Proof lines={proof} className={s.proof} />
          </div>
          <figure>
            <img src={bootstrap.brand.hero} alt="" width={520} height={360} />
          </figure>
        </div>
      </section>
      <div className={s.ask}>
        <div className="wrap">{form}</div>
      </div>
    </>
  );
}
