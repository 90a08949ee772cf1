import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Standing } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import { removeItems } from "@/lib/storage";
import { wizardApi } from "../api";
import { keys, useStep } from "../engine/wizard";
import { useStanding } from "./api";
import { ChangesDialog } from "./ChangesDialog";
import { CHECK_PATH, RETURNED_PATH } from "./check";
import s from "./HandOver.module.css";
import { HistoryDrawer } from "./HistoryDrawer";
import { ReturnDialog } from "./ReturnDialog";
import { SendDialog } from "./SendDialog";
import { TakeBackDialog } from "./TakeBackDialog";

type Open = "send" | "back" | "return" | "changes" | "history" | null;

interface PartProps {
  standing: Standing;
  onOpen: (what: Open) => void;
}

/** Before it is sent: the way to the client, and what the client said who returned it. */
function Ready({ standing, onOpen }: PartProps) {
  const { hand_over: last, may_send: ready } = standing;
  const { tab } = useStep();
  // The agreement asks by itself who signs.
  const maySend = ready && tab.tab_name !== "agreement_info";
  const client = standing.client_name;
  const note = last?.note;
  const returned = last?.state === "returned";
  return (
    <>
      {returned && (
        <Banner tone="warn" title={<Trans>{client} returned this application</Trans>}>
          {note && <p className={s.words}>{note}</p>}
        </Banner>
      )}
      {maySend && (
        <Banner
          tone="plain"
          icon="send"
          title={<Trans>Ready for your client</Trans>}
          action={
            <div className={s.actions}>
              <Button size="sm" tone="primary" icon="send" onClick={() => onOpen("send")}>
                <Trans>Send to client</Trans>
              </Button>
              {last && (
                <Button size="sm" onClick={() => onOpen("history")}>
                  <Trans>What happened</Trans>
                </Button>
              )}
            </div>
          }
        >
          <Trans>They review, sign, and submit it on their own device.</Trans>
        </Banner>
      )}
    </>
  );
}

/** The sender's side while the client has the application. */
function Waiting({ standing, onOpen }: PartProps) {
  const { hand_over: live, proposals } = standing;
  const count = proposals.length;
  if (!live) return null;
  const { email, opened_on: opened, sent_on: sent } = live;
  return (
    <Banner icon="clock" title={<Trans>Waiting for your client</Trans>}>
      <p>
        {opened ? (
          <Trans>
            Sent to {email} on {sent}, opened on {opened}.
          </Trans>
        ) : (
          <Trans>
            Sent to {email} on {sent}, not opened yet.
          </Trans>
        )}{" "}
        <Trans>Your client signs and pays. Any changes you make need their approval.</Trans>
      </p>
      {count > 0 && (
        <p>
          <b>
            <Plural
              value={count}
              one="# change is waiting for approval."
              other="# changes are waiting for approval."
            />
          </b>
        </p>
      )}
      <div className={s.actions}>
        {count > 0 && (
          <Button size="sm" onClick={() => onOpen("changes")}>
            <Trans>Your changes</Trans>
          </Button>
        )}
        <Button size="sm" onClick={() => onOpen("send")}>
          <Trans>Send the code again</Trans>
        </Button>
        <Button size="sm" onClick={() => onOpen("history")}>
          <Trans>What happened</Trans>
        </Button>
        <Button size="sm" onClick={() => onOpen("back")}>
          <Trans>Take it back</Trans>
        </Button>
      </div>
    </Banner>
  );
}

/** The client's side. */
function Prepared({ standing, onOpen }: PartProps) {
  const { hand_over: live, proposals } = standing;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const count = proposals.length;
  if (!live) return null;
  const { sender_name: sender, message } = live;
  return (
    <>
      <Banner icon="user" title={<Trans>Prepared by {sender}</Trans>}>
        {message && <p className={s.words}>{message}</p>}
        <p>
          <Trans>Nothing is sent until you sign and finish.</Trans>
        </p>
        <div className={s.actions}>
          {pathname !== CHECK_PATH && (
            <Button size="sm" onClick={() => void navigate(CHECK_PATH)}>
              <Trans>Check the answers</Trans>
            </Button>
          )}
          <Button size="sm" onClick={() => onOpen("history")}>
            <Trans>What happened</Trans>
          </Button>
          <Button size="sm" onClick={() => onOpen("return")}>
            <Trans>Return it</Trans>
          </Button>
        </div>
      </Banner>
      {count > 0 && (
        <Banner
          tone="warn"
          live="status"
          title={<Trans>{sender} proposes a change</Trans>}
          action={
            <Button size="sm" tone="primary" onClick={() => onOpen("changes")}>
              <Trans>Review it</Trans>
            </Button>
          }
        >
          <Trans>Nothing changes until you approve.</Trans>
        </Banner>
      )}
    </>
  );
}

function Guest({ standing }: { standing: Standing }) {
  const sender = standing.hand_over?.sender_name ?? "";
  return (
    <Banner title={<Trans>The client has this application now</Trans>}>
      <Trans>{sender} sent it for you to review and sign. Open it with the code in that email.</Trans>
    </Banner>
  );
}

/** The state of the hand-over, and the actions of either side. `onChanged`: answers are other than on the page. */
export default function HandOver({ onChanged }: { onChanged: () => void }) {
  const { t } = useLingui();
  const { enrollmentId, wizard } = useStep();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const { data: standing, refetch } = useStanding(enrollmentId, wizard.version);
  const live = wizard.hand_over?.live ?? false;
  const waiting = standing?.side === "client" ? standing.proposals.length : 0;
  useEffect(() => {
    if (waiting) announce(t`A proposed change is waiting for you.`);
  }, [waiting, t]);
  if (!standing) return null;

  const refresh = async () => {
    await client.fetchQuery({
      queryKey: keys.wizard(enrollmentId),
      queryFn: ({ signal }) => wizardApi.wizard(enrollmentId, signal),
      staleTime: 0,
    });
    await refetch();
  };
  const done = (news: string) => {
    setOpen(null);
    announce(news);
    void refresh();
  };
  const changed = async () => {
    void client.invalidateQueries({ queryKey: keys.cart(enrollmentId) });
    await refresh();
    onChanged();
  };
  const close = () => setOpen(null);
  const side = live ? standing.side : "ready";
  return (
    <div className={s.handOver}>
      {side === "ready" && <Ready standing={standing} onOpen={setOpen} />}
      {side === "seller" && <Waiting standing={standing} onOpen={setOpen} />}
      {side === "client" && <Prepared standing={standing} onOpen={setOpen} />}
      {side === "guest" && <Guest standing={standing} />}
      {open === "send" && <SendDialog standing={standing} onClose={close} onSent={() => void refresh()} />}
      {open === "back" && (
        <TakeBackDialog
          onClose={close}
          onDone={() => {
            done(t`The application is yours again.`);
            onChanged();
          }}
        />
      )}
      {open === "return" && (
        <ReturnDialog
          sender={standing.hand_over?.sender_name ?? ""}
          onClose={close}
          onDone={() => {
            removeItems("tempId");
            client.clear();
            void navigate(RETURNED_PATH, { replace: true });
          }}
        />
      )}
      {open === "changes" && (
        <ChangesDialog
          standing={standing}
          onClose={close}
          onChanged={changed}
          onStale={() => void refresh()}
        />
      )}
      {open === "history" && <HistoryDrawer standing={standing} onClose={close} />}
    </div>
  );
}
