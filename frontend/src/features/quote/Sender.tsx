import { Trans } from "@lingui/react/macro";
import type { SenderOut } from "@/client";
import { Likeness } from "@/components/art/Likeness";
import { Avatar } from "@/components/ui/Avatar";
import { ButtonAnchor } from "@/components/ui/Button";
import { cx } from "@/lib/cx";
import s from "./Sender.module.css";

/** Return a rep's first name, or a group's whole name. */
export const calledName = ({ kind, name }: SenderOut): string =>
  kind === "rep" ? (name.split(" ")[0] ?? name) : name;

/** The sender's picture on a disc, or their initials in the same place. */
export function Portrait({ sender, small }: { sender: SenderOut; small?: boolean }) {
  const { name, portrait } = sender;
  return (
    <div className={cx(s.portrait, small && s.portraitSmall)}>
      {portrait ? <Likeness src={portrait} size={232} /> : <Avatar name={name} />}
    </div>
  );
}

/** The sender's name and contact. */
export function SenderLine({ sender }: { sender: SenderOut }) {
  const { name, phone, licence, kind, answers, tagline } = sender;
  return (
    <div className={s.by}>
      <p>
        <strong>{name}</strong>
        {kind === "rep" && answers && (
          <>
            , <Trans>licensed agent</Trans>
          </>
        )}
        {tagline && <small>{tagline}</small>}
        {licence && (
          <small>
            <Trans>License {licence}</Trans>
          </small>
        )}
        {!answers && (
          <small>
            <Trans>No longer with us. Call our main number for help.</Trans>
          </small>
        )}
      </p>
      {phone && (
        <ButtonAnchor size="sm" icon="phone" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
          <span className="num">{phone}</span>
        </ButtonAnchor>
      )}
      {answers && (
        <ButtonAnchor size="sm" icon="chat" href="#ask">
          <Trans>Ask</Trans>
        </ButtonAnchor>
      )}
    </div>
  );
}
