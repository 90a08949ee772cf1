import { lazy, Suspense, useState } from "react";
import type { Parties } from "@/client";
import { useActor } from "@/lib/actor";
import { bootstrap } from "@/lib/bootstrap";
import { withTexts } from "@/lib/i18n";
import { useWorks } from "@/lib/shop/client";
import { useQuoteId } from "@/lib/shop/filter";
import { useParties } from "@/lib/shop/parties";
import { useStored } from "@/lib/storage";
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
    client_name: "",
    client_first_name: "",
    agent_info: null,
    user_info: null,
    client_email: "",
    lead_id: null,
    platforms: [],
    group_note: "",
    platform: portal
      ? { platform_group_id: id, platform_name: portal, platform_code: "", groups_only: false }
      : null,
    group_info: portal && name && code ? { id: group, name, code } : null,
  };
}

interface Context {
  parties: Parties;
  /** False while the parties of the running quote are still asked for. */
  known: boolean;
  /** Another portal may be chosen: by a rep for a new client, else where there is more than one. */
  choice: boolean;
}

/** Return for whom and through whom the prices are. */
export function useQuoteContext(): Context {
  const { role } = useActor();
  const running = Boolean(useQuoteId());
  const begun = useBegun();
  const quoted = useParties();
  const parties = quoted ?? begun;
  const { user_info, platforms = [] } = parties;
  const choice = (role === "rep" && !user_info) || platforms.length > 1;
  return { parties, known: !running || Boolean(quoted), choice };
}

interface PortalDialogProps {
  onClose: () => void;
  onDone: () => void;
}

export const PortalDialog = (props: PortalDialogProps) => (
  <Suspense fallback={null}>
    <PortalChooser {...props} />
  </Suspense>
);

/** Return whether somebody brought the shopper. On the special host only a group's visitors are told about it. */
export const isNamed = ({ user_info, group_info }: Parties) => Boolean(user_info || group_info);
export const isSilent = (group: string | null) => bootstrap.flags.memberships && !group;

/** For whom and through whom the prices are. A shopper whom nobody brought has nothing to read here. */
function ShopperContext() {
  const group = useStored("group_id");
  const [open, setOpen] = useState(false);
  const { parties, known, choice } = useQuoteContext();
  const empty = isSilent(group) || !isNamed(parties);
  // Whom a group brought has something to read here: its room is kept.
  if (!known) return group ? <div className={s.space} /> : null;
  if (empty) return null;
  return (
    <>
      <div className={s.space}>
        <Suspense fallback={null}>
          <ContextBanner parties={parties} onChange={choice ? () => setOpen(true) : undefined} />
        </Suspense>
      </div>
      {open && <PortalDialog onClose={() => setOpen(false)} onDone={() => setOpen(false)} />}
    </>
  );
}

interface QuoteContextProps {
  /** Reps and group administrators choose a portal before the four questions. */
  ask?: boolean;
  onChosen?: () => void;
}

/** The context of a shopper's quote. That of a rep's or group administrator's client stands above the page. */
export function QuoteContext({ ask = false, onChosen }: QuoteContextProps) {
  const works = useWorks();
  const portal = useStored("portal_id");
  const [done, setDone] = useState(false);
  const { known } = useQuoteContext();
  if (!works) return <ShopperContext />;
  if (!ask || portal || done || !known) return null;
  return (
    <PortalDialog
      onClose={() => setDone(true)}
      onDone={() => {
        setDone(true);
        onChosen?.();
      }}
    />
  );
}
