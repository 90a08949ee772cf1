import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { useActor } from "@/lib/actor";
import { Link } from "@/lib/router";
import { useQuoteId } from "@/lib/shop/filter";
import { PortalDialog, useQuoteContext } from "../shop/QuoteContext";
import { Avatar } from "../ui/Avatar";
import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import s from "./ShopFrame.module.css";
import { WorkFrame } from "./WorkLayout";

const PERSON_PAGES: Partial<Record<string, string>> = {
  rep: "/book-of-business",
  group: "/group-home/people",
};

/** The client whom a rep or group administrator shops for, with group and portal, above each page of the shop. */
function ClientStrip() {
  const { t } = useLingui();
  const { role } = useActor();
  const running = Boolean(useQuoteId());
  const { parties, known, choice } = useQuoteContext();
  const [open, setOpen] = useState(false);
  const { client_name, user_info, group_info, group_note, platform } = parties;
  const name = client_name || t`New client`;
  const portal = platform?.platform_name;
  return (
    <section className={s.strip} aria-label={t`Client`}>
      {known && (
        <>
          {client_name ? <Avatar name={client_name} size="sm" /> : <Icon name="user" size="lg" />}
          <p>
            {user_info ? (
              <Link to={`${PERSON_PAGES[role]}/${user_info.user_id}`}>{name}</Link>
            ) : (
              <b>{name}</b>
            )}
            {group_info && (
              <span>
                {group_info.name} ({group_info.code})
              </span>
            )}
            <span>
              {portal ?? <Trans>Enrollment portal: not chosen yet</Trans>}{" "}
              {choice && (
                <LinkButton onClick={() => setOpen(true)}>
                  {portal ? <Trans>Change</Trans> : <Trans>Choose</Trans>}
                  <span className="sr">
                    {" "}
                    <Trans>enrollment portal</Trans>
                  </span>
                </LinkButton>
              )}
            </span>
            {running && group_note && <span>{group_note}</span>}
          </p>
        </>
      )}
      {open && <PortalDialog onClose={() => setOpen(false)} onDone={() => setOpen(false)} />}
    </section>
  );
}

/** The shop at the desk of a rep or group administrator: their own navigation, and the client above each page. */
export default function ShopFrame({ client, children }: { client: boolean; children: ReactNode }) {
  return (
    <WorkFrame>
      {client && <ClientStrip />}
      {children}
    </WorkFrame>
  );
}
