import { lazy, Suspense, useEffect, useState } from "react";
import type { Parties } from "@/client";
import { useActor } from "@/lib/actor";
import { bootstrap } from "@/lib/bootstrap";
import { withTexts } from "@/lib/i18n";
import { useWorks } from "@/lib/shop/client";
import { useQuoteId } from "@/lib/shop/filter";
import { useParties } from "@/lib/shop/parties";
import { getItem, setItem, useStored } from "@/lib/storage";
import s from "./QuoteContext.module.css";

const ContextBanner = lazy(withTexts("quoted", () => import("./ContextBanner")));
const PortalChooser = lazy(withTexts("dialogs", () => import("./PortalChooser")));

/** Choices made before there is a quote. */
function useBegun(): Parties {
  const id = Number(useStored("portal_id"));
  const portal = useStored("portal_name");
  const group = Number(useStored("group_id"));
  const name = useStored("gname");
  const code = useStored("gcode");
  return {
    agent_info: null,
    user_info: null,
    platforms: [],
    group_note: "",
    platform: portal
      ? { platform_group_id: id, platform_name: portal, platform_code: "", groups_only: false }
      : null,
    group_info: portal && name && code ? { id: group, name, code } : null,
  };
}

/** Return whether another portal may be chosen: by a rep for a new client, else where there is more than one. */
function mayChoose(rep: boolean, { user_info, platforms = [] }: Parties): boolean {
  return (rep && !user_info) || platforms.length > 1;
}

interface QuoteContextProps {
  /** Reps and group administrators choose a portal before the four questions. */
  ask?: boolean;
  onChosen?: () => void;
}

/** For whom and through whom the prices are, and the way to another portal. Nothing where there is no choice. */
export function QuoteContext({ ask = false, onChosen }: QuoteContextProps) {
  const { role } = useActor();
  const works = useWorks();
  const running = Boolean(useQuoteId());
  const group = useStored("group_id");
  const portal = useStored("portal_id");
  const [wanted, setWanted] = useState<boolean | null>(null);
  const begun = useBegun();
  const quoted = useParties();
  const parties = quoted ?? begun;
  const choice = mayChoose(role === "rep", parties);
  const named = Boolean(parties.user_info || parties.group_info);
  // On the special host only groups' visitors are told.
  const silent = bootstrap.flags.memberships && !group;
  const empty = silent || (!works && !named && !(running && choice));
  useEffect(() => {
    if (quoted) setItem("unnamed", empty ? "yes" : null);
  }, [quoted, empty]);
  if (running && !quoted) return silent || getItem("unnamed") ? null : <div className={s.space} />;
  if (empty) return null;
  const open = wanted ?? (works && ask && !portal);
  return (
    <>
      <div className={s.space}>
        <Suspense fallback={null}>
          <ContextBanner
            parties={parties}
            works={works}
            onChange={choice ? () => setWanted(true) : undefined}
          />
        </Suspense>
      </div>
      {open && (
        <Suspense fallback={null}>
          <PortalChooser
            onClose={() => setWanted(false)}
            onDone={() => {
              setWanted(false);
              onChosen?.();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
