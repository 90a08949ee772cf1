import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useId, useRef, useState } from "react";
import type { CoverageCard } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Button, ButtonAnchor } from "@/components/ui/Button";
import { CarrierLogo } from "@/components/ui/Category";
import { Tear } from "@/components/ui/Statement";
import { useModal } from "@/components/ui/useModal";
import { api, messageOf } from "@/lib/api";
import { formatMoment } from "@/lib/dates";
import { saveFile } from "@/lib/saveFile";
import { CardDays } from "./CardDays";
import s from "./FrontDesk.module.css";

/** The card to show at the front desk: large, and with an address of its own. */
export function FrontDesk({ card, onClose }: { card: CoverageCard; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<"png" | "pdf" | null>(null);
  const [problem, setProblem] = useState("");
  const save = async (form: "png" | "pdf") => {
    setBusy(form);
    setProblem("");
    try {
      const file = await api.get("/api/v1/get-cards-file", { card: card.id, form });
      saveFile(file.name, file.content, form === "png" ? "image/png" : "application/pdf");
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [readAt] = useState(() => new Date());
  useModal(ref, onClose);
  const now = formatMoment(readAt, i18n.locale);
  const { birth_date: born, plan } = card;
  const rows: [ReactNode, string][] = [
    [<Trans key="subscriber">Subscriber</Trans>, card.subscriber],
    ...(card.group_number
      ? [[<Trans key="group">Group number</Trans>, card.group_number] as [ReactNode, string]]
      : []),
    [<Trans key="since">Covered since</Trans>, card.since],
    ...card.facts.map((fact): [ReactNode, string] => [fact.label, fact.value]),
    ...(card.phone ? [[card.phone_label, card.phone] as [ReactNode, string]] : []),
  ];
  return (
    <dialog ref={ref} className={s.desk} aria-labelledby={heading} data-cat={card.category}>
      <div className={s.deskBar}>
        <p>
          <Trans>For the front desk</Trans>
        </p>
        <Button size="sm" icon="close" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
      <div className={s.sheet}>
        <div className={s.deskTop}>
          <CarrierLogo src={card.logo} name={card.carrier} />
          {card.starts_later || card.until ? (
            <CardDays card={card} />
          ) : (
            <Badge tone="ok" icon="check">
              <Trans>In force today</Trans>
            </Badge>
          )}
        </div>
        <h2 id={heading} tabIndex={-1}>
          {card.name}
        </h2>
        <p className="small mute">
          <Trans>
            Born {born}. {plan}
          </Trans>
        </p>
        <dl className={s.deskNumber}>
          <dt>
            <Trans>Member ID</Trans>
          </dt>
          <dd>{card.member_number}</dd>
        </dl>
        <Tear />
        <dl className={s.rows}>
          {rows.map(([label, value], place) => (
            <div key={`${place}-${value}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {card.phone && (
          <ButtonAnchor tone="primary" icon="phone" block href={`tel:+1${card.phone.replace(/\D/g, "")}`}>
            <Trans>Check by phone</Trans>
          </ButtonAnchor>
        )}
        <div className={s.files}>
          {(["png", "pdf"] as const).map((form) => (
            <Button
              key={form}
              size="sm"
              icon="download"
              busy={busy === form}
              busyText={t`Creating the file`}
              onClick={() => void save(form)}
            >
              {form === "png" ? <Trans>Save as image</Trans> : <Trans>Save as PDF</Trans>}
            </Button>
          ))}
        </div>
        {problem && <p role="alert">{problem}</p>}
        <p className="xs mute">
          <Trans>Shown on {now}</Trans>
        </p>
      </div>
    </dialog>
  );
}
