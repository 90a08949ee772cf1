import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ReviewFigure } from "@/client";
import { Button, LinkButton } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { Statement, StatementBody, StatementFoot, StatementHead, Tear } from "@/components/ui/Statement";
import s from "../steps/Review.module.css";

const LAST_PLACE = "last";

/** Why the last press waits, and where that is mended. */
export interface Stop {
  title: string;
  link: string;
  onGo: () => void;
}

/** Leads to a part of the page without an entry in the history. */
export function goToPlace(id: string): void {
  const place = document.getElementById(id);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "start" });
}

interface LastPressProps {
  figures: ReviewFigure[];
  /** What the press does, in the server's words. */
  text: string;
  stop: Stop | null;
  /** The button. */
  next: ReactNode;
}

/** The last press of the review, and what it leads to. */
export function LastPress({ figures, text, stop, next }: LastPressProps) {
  return (
    <section id={LAST_PLACE} tabIndex={-1} aria-labelledby="last-heading">
      <Statement className={s.last}>
        <StatementHead className={s.lastHead}>
          <h2 id="last-heading">
            <Trans>When you press Next</Trans>
          </h2>
        </StatementHead>
        <StatementBody className={s.lastBody}>
          <dl className={s.when}>
            {figures.map(({ label, figure, note }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={`${s.figure} num`}>{figure}</dd>
                {note && <dd>{note}</dd>}
              </div>
            ))}
          </dl>
        </StatementBody>
        <Tear />
        <StatementFoot className={s.press}>
          {stop ? (
            <p className={`${s.does} ${s.stop}`}>
              <Icon name="alert" />
              <span>
                <strong>{stop.title}</strong>
                <LinkButton onClick={stop.onGo}>{stop.link}</LinkButton>
              </span>
            </p>
          ) : (
            <p className={s.does}>
              <strong>
                <Trans>Submits your application.</Trans>
              </strong>{" "}
              {text}
            </p>
          )}
          {next}
        </StatementFoot>
      </Statement>
    </section>
  );
}

interface PeekProps {
  /** What is paid first. */
  figure: ReviewFigure | undefined;
  /** And then, in the server's words. */
  then: string;
  stop: Stop | null;
}

/** Phones: what is paid first stays in view, before the last press can be reached. */
export function Peek({ figure, then, stop }: PeekProps) {
  return (
    <div className={s.peek}>
      <p>
        {figure?.label} <b className="num">{figure?.figure}</b>
        <small>{then}</small>
      </p>
      <Button size="sm" iconEnd="down" onClick={() => (stop ? stop.onGo() : goToPlace(LAST_PLACE))}>
        {stop ? <Trans>Finish</Trans> : <Trans>Last step</Trans>}
        {stop && <span className="sr">: {stop.title}</span>}
      </Button>
    </div>
  );
}
