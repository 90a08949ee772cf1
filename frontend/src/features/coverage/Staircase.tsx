import { Trans, useLingui } from "@lingui/react/macro";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import type { PolicyStory } from "@/client";
import { DateField } from "@/components/form/DateField";
import { Avatar } from "@/components/ui/Avatar";
import { ButtonLink } from "@/components/ui/Button";
import { Facts } from "@/components/ui/Facts";
import { cx } from "@/lib/cx";
import { parseDay } from "@/lib/dates";
import { money } from "@/lib/format";
import { EarlierStays } from "./EarlierStays";
import { useCards } from "./reads";
import s from "./Staircase.module.css";
import { buildStaircase, type VersionRow, versionOn } from "./versions";

/** The most steps that fit beside each other; more scroll, the newest in view. */
const FIT = 6;
const STEP_WIDTH = 190;
/** Per cent of the highest step from which on one has room for words inside. */
const ROOMY = 32;

/** A policy through time: choosing a step sets the day, and a day chooses its step. */
export function Staircase({ story }: { story: PolicyStory }) {
  const { t } = useLingui();
  const [day, setDay] = useState(story.day);
  const strip = useRef<HTMLFieldSetElement>(null);
  const { versions } = story;
  const { blocks, ticks, today } = buildStaircase(versions, story.day);
  const chosen = versionOn(versions, day);
  const count = versions.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest comes into view when steps are added
  useEffect(() => {
    strip.current?.scrollTo({ left: strip.current.scrollWidth });
  }, [count]);
  const choose = (version: VersionRow) =>
    setDay(versionOn(versions, story.day) === version ? story.day : version.effective);
  return (
    <section className={s.whole} aria-labelledby="versions">
      <div className={s.head}>
        <div>
          <h2 id="versions">
            <Trans>Your policy's history</Trans>
          </h2>
          <p className="small">
            <Trans>Each block is a period without changes. Choose one, or choose a day.</Trans>
          </p>
        </div>
        <DateField id="as-of" label={t`As of`} value={day} onChange={(event) => setDay(event.target.value)} />
      </div>
      <fieldset className={s.strip} ref={strip}>
        <legend className="sr">
          <Trans>Periods of this policy</Trans>
        </legend>
        <div className={s.stairs} style={count > FIT ? { minWidth: `${count * STEP_WIDTH}px` } : undefined}>
          {blocks.map((block, index) => (
            <Step
              key={block.version.id}
              {...block}
              future={index > 0 && block.left > (today ?? 0)}
              chosen={block.version === chosen}
              onChoose={() => choose(block.version)}
            />
          ))}
          <div className={s.axis} aria-hidden="true">
            {ticks.map((tick) => (
              <span key={tick.day} style={{ left: `${tick.left}%` }}>
                <Month day={tick.day} year={tick.year} />
              </span>
            ))}
            {today !== null && (
              <b style={{ left: `${today}%` }}>
                <Trans>Today</Trans>
              </b>
            )}
          </div>
        </div>
      </fieldset>
      <div className={s.detail} aria-live="polite">
        {chosen ? (
          <Detail version={chosen} number={story.policy.number} />
        ) : (
          <p>
            <Trans>No coverage on that day.</Trans>
          </p>
        )}
      </div>
    </section>
  );
}

/** "Jul", or "Jan 2027" in the page's language. */
function Month({ day, year }: { day: string; year: boolean }) {
  const { i18n } = useLingui();
  const parts = parseDay(day);
  if (!parts) return null;
  const first = new Date(parts.year, parts.month - 1, parts.day);
  return i18n.date(first, { month: "short", ...(year ? { year: "numeric" } : {}) });
}

interface StepProps {
  version: VersionRow;
  width: number;
  height: number;
  left: number;
  future: boolean;
  chosen: boolean;
  onChoose: () => void;
}

function Step({ version, left, width, height, future, chosen, onChoose }: StepProps) {
  const names = version.people.map((person) => person.first_name).join(", ");
  const roomy = height >= ROOMY;
  const title = <em>{version.title}</em>;
  return (
    <label
      className={cx(s.step, future && s.future)}
      style={{ "--x": `${left}%`, "--w": `${width}%`, "--h": `${height}%` } as CSSProperties}
    >
      <input type="radio" name="step" checked={chosen} onChange={onChoose} />
      <i aria-hidden="true" />
      <span className={s.text}>
        <b>{version.monthly ? money(version.monthly) : <Trans>Not recorded</Trans>}</b>
        <small>
          <Trans>from {version.effective}</Trans>
        </small>
        {!roomy && title}
      </span>
      {roomy && (
        <span className={s.inside}>
          <span className={s.minis} aria-hidden="true">
            {version.people.map((person) => (
              <Avatar key={person.id} name={person.name} size="sm" />
            ))}
          </span>
          {title}
        </span>
      )}
      <span className="sr">{names}</span>
    </label>
  );
}

function Detail({ version, number }: { version: VersionRow; number: string }) {
  const { t } = useLingui();
  const { data: cards = [] } = useCards();
  const { effective, until } = version;
  const monthly = version.monthly && money(version.monthly);
  const roles = {
    subscriber: t`You`,
    spouse: t`Spouse`,
    partner: t`Domestic partner`,
    child: t`Child`,
  };
  return (
    <>
      <h3>
        {until ? (
          <Trans>
            {effective} to {until}
          </Trans>
        ) : (
          <Trans>Since {effective}</Trans>
        )}
      </h3>
      <Facts>
        <span>{version.title}</span>
        <span>{version.plan}</span>
        {version.tier && <span>{version.tier}</span>}
        {monthly && <Trans>{monthly} a month</Trans>}
      </Facts>
      <ul className={s.people}>
        {version.people.map((person) => {
          const { name, birth_date: born, until } = person;
          const role = roles[person.role];
          const card = cards.find((row) => row.policy_number === number && row.person_id === person.id);
          return (
            <li key={person.id}>
              <Avatar name={name} />
              <span>
                <b>{name}</b>
                <small>
                  <Trans>
                    {role}, born {born}
                  </Trans>
                </small>
              </span>
              <span className={s.since}>
                <small>
                  <Trans>covered since</Trans>
                </small>{" "}
                <span className="num">{person.since}</span>{" "}
                {until && (
                  <small>
                    <Trans>until {until}</Trans>
                  </small>
                )}{" "}
                <EarlierStays person={person} />
              </span>
              {card && (
                <ButtonLink size="sm" to={`/coverage#card-${card.id}`} aria-label={t`Card of ${name}`}>
                  <Trans>Card</Trans>
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
