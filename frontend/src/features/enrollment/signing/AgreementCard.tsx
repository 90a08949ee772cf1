import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { ReviewCard, Signature } from "@/client";
import { ButtonLink, LinkButton } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { cx } from "@/lib/cx";
import { Details, editHref } from "../parts/ReviewCards";
import { SignAgain } from "./SignAgain";
import { SignedBy } from "./SignedBy";
import s from "./Signing.module.css";

/** Where the page's last press leads to when the signature is missing. */
export const SIGN_PLACE = "sign";

interface AgreementCardProps {
  card: ReviewCard;
  signature: Signature;
  version: number;
  /** Somebody else signs: to look at only. */
  theirs: boolean;
  onSigned: () => Promise<void>;
  onStale: () => void;
}

/** Why who looks at the application has to sign again, or somebody else has to sign. */
function Why({ signature, theirs }: { signature: Signature; theirs: boolean }) {
  const { state, reason, client_signs: clientSigns, signer, texts, at } = signature;
  const count = texts.length;
  const client = signer.applicant;
  if (clientSigns && !theirs) {
    return (
      <div>
        <h2>
          <Trans>{client} must sign this one</Trans>
        </h2>
        <p className="small">{clientSigns}</p>
      </div>
    );
  }
  const openTexts = texts.filter((text) => !text.accepted_at).length;
  return state === "again" ? (
    <div>
      <h2>{reason}</h2>
      <p className="small">
        {openTexts < count && !theirs && (
          <>
            <Trans>Agreements that haven't changed stay accepted.</Trans>{" "}
          </>
        )}
        <Trans>The signature of {at} is kept on record.</Trans>
      </p>
    </div>
  ) : (
    <div>
      <h2>
        <Trans>Not signed yet</Trans>
      </h2>
      <p className="small">
        {theirs ? (
          <Trans>{client} signs on their own device.</Trans>
        ) : (
          <Trans>Short agreements and one signature, about 2 minutes.</Trans>
        )}
      </p>
    </div>
  );
}

/** The content of View Details: the signature, or the texts it will be for. */
const details = (card: ReviewCard, { texts }: Signature): ReviewCard =>
  card.rows.length
    ? card
    : { ...card, rows: texts.map(({ text_head, tick_label }) => ({ label: text_head, value: tick_label })) };

/** Agreement & Signature on the review: signed, to be signed again in place, or the way to the texts. */
export function AgreementCard(props: AgreementCardProps) {
  const { card, signature, version, theirs, onSigned, onStale } = props;
  const { t } = useLingui();
  const [viewed, setViewed] = useState(false);
  const [anew, setAnew] = useState(false);
  const [fresh, setFresh] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, client_signs: clientSigns } = signature;
  const holds = state === "signed";
  const signsHere = !theirs && !clientSigns && (anew || state === "again");
  const href = theirs ? "" : editHref(card);
  useEffect(() => {
    if (fresh && holds) heading.current?.focus();
  }, [fresh, holds]);
  const signed = async () => {
    await onSigned();
    setAnew(false);
    setFresh(true);
  };
  const title = card.title;
  const view = (
    <LinkButton onClick={() => setViewed(true)} aria-label={t`View Details, ${title}`}>
      <Trans>View Details</Trans>
    </LinkButton>
  );
  return (
    <div id={SIGN_PLACE} tabIndex={-1} className={s.place}>
      <Folder
        tab={
          <>
            <Icon name="document" />
            {title}
          </>
        }
      >
        <div className={cx(s.inner, fresh && s.fade)}>
          {holds ? (
            <SignedBy signature={signature} fresh={fresh} headingRef={heading}>
              {view}
              {!theirs && !anew && (
                <LinkButton onClick={() => setAnew(true)}>
                  <Trans>Sign again</Trans>
                </LinkButton>
              )}
            </SignedBy>
          ) : (
            <div className={s.head}>
              <span className={cx(s.mark, state === "unsigned" && s.markOff)}>
                <Icon name="edit" />
              </span>
              <Why signature={signature} theirs={theirs} />
            </div>
          )}
          {signsHere && (
            <SignAgain signature={signature} version={version} onSigned={signed} onStale={onStale} />
          )}
          {!holds && !theirs && !signsHere && (
            <div className={s.way}>
              <ButtonLink tone="primary" to={href}>
                {clientSigns ? <Trans>Send to client</Trans> : <Trans>Read and sign</Trans>}
              </ButtonLink>
            </div>
          )}
          {!holds && <p className={s.links}>{view}</p>}
        </div>
      </Folder>
      {viewed && <Details card={details(card, signature)} href={href} onClose={() => setViewed(false)} />}
    </div>
  );
}
