import { Trans, useLingui } from "@lingui/react/macro";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import type { PolicyStory } from "@/client";
import { DateField } from "@/components/form/DateField";
import { Facts } from "@/components/ui/Facts";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import s from "./Staircase.module.css";
import { buildStaircase, type VersionRow, versionOn } from "./versions";

/** The most steps that fit beside each other; more scroll, the newest in view. */
const FIT = 6;
const STEP_WIDTH = 120;

/** A policy through time: choosing a step sets the day, and a day chooses its step. */
export function Staircase({ story }: { story: PolicyStory }) {
  const { t } = useLingui();
  const [day, setDay] = useState(story.day);
  const strip = useRef<HTMLFieldSetElement>(null);
  const { versions } = story;
  const { blocks, today } = buildStaircase(versions, story.day);
  const chosen = versionOn(versions, day);
  const count = versions.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest comes into view when steps are added
  useEffect(() => {
    strip.current?.scrollTo({ left: strip.current.scrollWidth });
  }, [count]);
  const choose = (version: VersionRow) =>
    setDay(versionOn(versions, story.day) === version ? story.day : version.effective);
  return (
    <div className={s.whole}>
      <div className={s.head}>
        <p>
          <Trans>Each step is a time in which nothing changed. Choose one, or a day.</Trans>
        </p>
        <DateField id="as-of" label={t`As of`} value={day} onChange={(event) => setDay(event.target.value)} />
      </div>
      <fieldset className={s.strip} ref={strip}>
        <legend className="sr">
          <Trans>Steps of this policy</Trans>
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
          {today !== null && (
            <span className={s.today} style={{ left: `${today}%` }} aria-hidden="true">
              <Trans>Today</Trans>
            </span>
          )}
        </div>
      </fieldset>
      <div className={s.detail} aria-live="polite">
        {chosen ? (
          <Detail version={chosen} />
        ) : (
          <p>
            <Trans>Nothing is in force on that day.</Trans>
          </p>
        )}
      </div>
    </div>
  );
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
  return (
    <label
      className={cx(s.step, future && s.future)}
      style={{ "--x": `${left}%`, "--w": `${width}%`, "--h": `${height}%` } as CSSProperties}
    >
      <input type="radio" name="step" checked={chosen} onChange={onChoose} />
      <i aria-hidden="true" />
      <span className={s.text}>
        <b>{version.monthly ? money(version.monthly) : <Trans>Not on record</Trans>}</b>
        <small>
          <Trans>from {version.effective}</Trans>
        </small>
        <em>{version.title}</em>
        <span>{names}</span>
      </span>
    </label>
  );
}

function Detail({ version }: { version: VersionRow }) {
  const { effective, until } = version;
  const monthly = version.monthly && money(version.monthly);
  return (
    <>
      <h3>
        {until ? (
          <Trans>
            {effective} to {until}
          </Trans>
        ) : (
          <Trans>{effective} until something changes</Trans>
        )}
      </h3>
      <Facts>
        <span>{version.title}</span>
        <span>{version.plan}</span>
        {version.tier && <span>{version.tier}</span>}
        {monthly && <Trans>{monthly} a month</Trans>}
      </Facts>
      <ul className={s.people}>
        {version.people.map((person) => (
          <li key={person.id}>
            <b>{person.name}</b>
            <Facts>
              <Trans>Born {person.birth_date}</Trans>
              <Trans>Covered since {person.since}</Trans>
              {person.until && <Trans>Until {person.until}</Trans>}
            </Facts>
          </li>
        ))}
      </ul>
    </>
  );
}
