import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "@/components/ui/Button";
import { Icon, type IconName } from "@/components/ui/Icon";
import { api } from "@/lib/api";
import { bootstrap, contact } from "@/lib/bootstrap";
import s from "./Leads.module.css";
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

function Menu({ onChat }: { onChat: () => void }) {
  const { t } = useLingui();
  const { name, hours } = contact();
  const { feedback } = bootstrap.links;
  const ticket = useQuery({
    queryKey: ["ticket"],
    queryFn: () => api.get<{ ticket: string }>("/api/v1/get-ticket-link"),
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
        <button type="button" className={s.option} onClick={onChat}>
          <OptionText icon="chat" title={t`Contact Rep`} note={[name, hours].filter(Boolean).join(", ")} />
        </button>
      </li>
    </ul>
  );
}

/** Stays beside the page: three ways to get help. Escape closes it and gives the focus back. */
export default function HelpPanel({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [chat, setChat] = useState(false);
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
  useEffect(() => heading.current?.focus({ preventScroll: true }), [chat]);

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
        {chat && <IconButton icon="left" label={t`Back`} size="sm" onClick={() => setChat(false)} />}
        <h2 id={id} ref={heading} tabIndex={-1}>
          {chat ? t`Contact Rep` : t`We are here to help you`}
        </h2>
        <IconButton icon="close" label={t`Close`} size="sm" onClick={onClose} />
      </div>
      {chat ? <RepChat /> : <Menu onChat={() => setChat(true)} />}
    </section>
  );
}
