import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "@/components/ui/Button";
import { Icon, type IconName } from "@/components/ui/Icon";
import { api } from "@/lib/api";
import { bootstrap, contact } from "@/lib/bootstrap";
import { useConsentTexts } from "@/lib/consents";
import s from "./Leads.module.css";
import { LocationChoice } from "./LocationChoice";
import { RepChat } from "./RepChat";

interface OptionProps {
  icon: IconName;
  title: ReactNode;
  note: ReactNode;
}

function OptionText({ icon, title, note }: OptionProps) {
  return (
    <>
      <span className={s.mark}>
        <Icon name={icon} />
      </span>
      <span className={s.optionText}>
        <b>{title}</b>
        <span className="small mute">{note}</span>
      </span>
      <Icon name="chevron" size="sm" />
    </>
  );
}

/** A mail opens in place, a site in a tab of its own. */
function LinkOption({ href, ...text }: OptionProps & { href: string }) {
  const mail = href.startsWith("mailto:");
  return (
    <li>
      <a className={s.option} href={href} {...(mail ? {} : { target: "_blank", rel: "noopener" })}>
        <OptionText {...text} />
        {!mail && (
          <span className="sr">
            <Trans>(opens in a new tab)</Trans>
          </span>
        )}
      </a>
    </li>
  );
}

type View = "menu" | "chat" | "location";

function Menu({ onOpen }: { onOpen: (view: View) => void }) {
  const { i18n, t } = useLingui();
  const { name, hours } = contact(i18n.locale);
  const { feedback } = bootstrap.links;
  const asksLocation = useConsentTexts().texts.some((text) => text.purpose === "location");
  const ticket = useQuery({
    queryKey: ["ticket"],
    queryFn: () => api.get("/api/v1/get-ticket-link"),
    staleTime: 300_000,
    retry: false,
  });
  return (
    <ul className={s.options}>
      {ticket.data?.ticket && (
        <LinkOption
          icon="ticket"
          href={ticket.data.ticket}
          title={t`Contact Support`}
          note={t`Open a support request`}
        />
      )}
      {feedback && (
        <LinkOption
          icon="star"
          href={feedback}
          title={t`Give Us Your Feedback`}
          note={t`Tell us what we can do better`}
        />
      )}
      <li>
        <button type="button" className={s.option} onClick={() => onOpen("chat")}>
          <OptionText icon="chat" title={t`Contact Rep`} note={[name, hours].filter(Boolean).join(", ")} />
        </button>
      </li>
      {asksLocation && (
        <li>
          <button type="button" className={s.option} onClick={() => onOpen("location")}>
            <OptionText
              icon="pin"
              title={t`Location Permission`}
              note={t`Change what you allowed or refused`}
            />
          </button>
        </li>
      )}
    </ul>
  );
}

/** Stays beside the page: three ways to get help, and the answer about the location. Escape closes it and gives the focus back. */
export default function HelpPanel({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [view, setView] = useState<View>("menu");
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const box = panel.current;
    return () => {
      const inside = !document.activeElement || document.activeElement === document.body;
      if (opener?.isConnected && (inside || box?.contains(document.activeElement))) opener.focus();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view starts on its heading
  useEffect(() => heading.current?.focus({ preventScroll: true }), [view]);

  const titles: Record<View, string> = {
    menu: t`We are here to help you`,
    chat: t`Contact Rep`,
    location: t`Location Permission`,
  };
  return (
    <section
      ref={panel}
      className={s.panel}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className={s.panelHead}>
        {view !== "menu" && (
          <IconButton icon="left" label={t`Back`} size="sm" onClick={() => setView("menu")} />
        )}
        <h2 id={id} ref={heading} tabIndex={-1}>
          {titles[view]}
        </h2>
        <IconButton icon="close" label={t`Close`} size="sm" onClick={onClose} />
      </div>
      {view === "menu" && <Menu onOpen={setView} />}
      {view === "chat" && <RepChat />}
      {view === "location" && <LocationChoice />}
    </section>
  );
}
