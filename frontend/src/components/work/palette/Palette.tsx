import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "@/components/ui/Dialog";
import { Icon } from "@/components/ui/Icon";
import { useActor } from "@/lib/actor";
import { type Hit, type Section, useFound } from "./found";
import s from "./Palette.module.css";

const KEPT = 5;
/** What was opened here lately, for as long as the page lives: names of people are kept nowhere else. */
let recent: { who: string; hits: Hit[] } = { who: "", hits: [] };

function remember(who: string, hit: Hit): void {
  const before = recent.who === who ? recent.hits.filter((other) => other.to !== hit.to) : [];
  recent = { who, hits: [hit, ...before].slice(0, KEPT) };
}

/** Finds people, policies, quotes, plans and pages by what is typed. Arrow keys choose, Enter opens. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { role, userId, agentId, groupId, name } = useActor();
  const navigate = useNavigate();
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { sections: found, isBusy } = useFound(text);
  const who = [role, userId, agentId, groupId, name].join(":");
  const lately: Section[] =
    !text.trim() && recent.who === who && recent.hits.length > 0
      ? [{ title: t`Opened recently`, hits: recent.hits }]
      : [];
  const sections = [...lately, ...found];
  const hits = sections.flatMap((section) => section.hits);
  const chosen = Math.min(at, hits.length - 1);
  const open = (hit: Hit) => {
    remember(who, hit);
    onClose();
    void navigate(hit.to, { state: hit.state });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = hits[chosen];
    if (event.key === "Enter" && current) {
      event.preventDefault();
      open(current);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || hits.length === 0) return;
    event.preventDefault();
    const next = (chosen + step + hits.length) % hits.length;
    setAt(next);
    document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  let place = -1;
  return (
    <Dialog title={t`Search`} onClose={onClose}>
      <div className={s.box}>
        <Icon name="search" />
        <input
          data-autofocus
          type="search"
          role="combobox"
          autoComplete="off"
          maxLength={100}
          placeholder={role === "member" ? t`A plan, a policy, a page` : t`A name, a policy number, a page`}
          aria-label={t`Search people, policies, quotes, plans and pages`}
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={hits.length > 0 ? `${list}-${chosen}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={list} role="listbox" aria-label={t`Results`} className={s.list}>
        {sections.map((section) => (
          <div key={section.title} role="group" aria-label={section.title}>
            <p aria-hidden="true">{section.title}</p>
            {section.hits.map((hit) => {
              place += 1;
              const own = place;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
                <div
                  key={`${hit.to} ${hit.label} ${own}`}
                  id={`${list}-${own}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === chosen}
                  className={s.hit}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => open(hit)}
                >
                  <Icon name={hit.icon} />
                  <span>
                    <b>{hit.label}</b>
                    {hit.note && <small>{hit.note}</small>}
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className="small mute">
        {isBusy ? (
          <Trans>Searching…</Trans>
        ) : hits.length === 0 ? (
          <Trans>Nothing found. Try another spelling, a phone number or a policy number.</Trans>
        ) : text.trim() ? (
          t`${plural(hits.length, { one: "# result", other: "# results" })}`
        ) : (
          <Trans>Use the arrow keys, and Enter to open.</Trans>
        )}
      </p>
    </Dialog>
  );
}
