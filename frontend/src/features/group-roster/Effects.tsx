import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Roster, RosterEffect } from "@/client";
import { Disclosure } from "@/components/ui/Disclosure";
import { Pager } from "@/components/ui/Table";
import { Link } from "@/lib/router";
import s from "./GroupRoster.module.css";
import { useChanges } from "./reads";

export const personPage = (memberId: number) => `/group-home/people/${memberId}`;

function Effect({ row }: { row: RosterEffect }) {
  return (
    <li>
      <b>{row.member_id ? <Link to={personPage(row.member_id)}>{row.name}</Link> : row.name}</b>
      {row.differences.map((one) => (
        <span key={`${one.label} ${one.after}`}>
          {one.before === null ? (
            `${one.label}: ${one.after}`
          ) : one.before ? (
            <Trans>
              {one.label}: {one.after || "–"}, was {one.before}
            </Trans>
          ) : (
            <Trans>
              {one.label}: {one.after}, was empty
            </Trans>
          )}
        </span>
      ))}
      {row.notes.map((note) => (
        <span key={note} className="num">
          {note}
        </span>
      ))}
      {row.kept && <span className={s.kept}>{row.kept}</span>}
    </li>
  );
}

/** People whom an upload adds or changes, read when they are opened. */
export function Changes({ roster, effect }: { roster: Roster; effect: "added" | "changed" }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState(1);
  const changes = useChanges(roster, effect, page, open);
  const count = roster.counts?.[effect] ?? 0;
  if (count === 0) return null;
  const title = effect === "added" ? t`New people, ${count}` : t`Changes to people you have, ${count}`;
  return (
    <Disclosure summary={title} onOpen={() => setOpen(true)}>
      <ul className={s.list} aria-busy={changes.isFetching || undefined}>
        {changes.data?.result.map((row) => (
          <Effect key={row.row} row={row} />
        ))}
      </ul>
      {changes.data && <Pager page={changes.data.page} pages={changes.data.pages} onPage={setPage} />}
    </Disclosure>
  );
}

/** People who aren't in the file: nothing happens to them. */
export function Missing({ roster }: { roster: Roster }) {
  const { t } = useLingui();
  const count = roster.counts?.missing ?? 0;
  if (count === 0) return null;
  const more = count - roster.missing.length;
  return (
    <Disclosure summary={t`Not in this file, ${count}`}>
      <p>
        <Trans>
          These people are on your roster but not in the file, and an upload removes no one. To end someone's
          employment, open their page.
        </Trans>
      </p>
      <ul className={s.names}>
        {roster.missing.map((person) => (
          <li key={person.member_id}>
            <Link to={personPage(person.member_id)}>{person.name}</Link>
          </li>
        ))}
        {more > 0 && (
          <li className="mute">{t`${plural(more, { one: "and # more", other: "and # more" })}`}</li>
        )}
      </ul>
    </Disclosure>
  );
}

/** What is worth a look, and rows that weren't used. */
export function Notes({ roster }: { roster: Roster }) {
  const { t } = useLingui();
  const count = roster.notes.length;
  if (count === 0) return null;
  return (
    <Disclosure summary={t`Worth a look, ${count}`}>
      <ul className={s.list}>
        {roster.notes.map((note) => (
          <li key={`${note.where} ${note.text}`}>
            <b className="num">{note.where}</b>
            <span>{note.text}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
