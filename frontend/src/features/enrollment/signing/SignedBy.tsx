import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode, Ref } from "react";
import type { Signature } from "@/client";
import { Icon } from "@/components/ui/Icon";
import { cx } from "@/lib/cx";
import "./script.css";
import s from "./Signing.module.css";

/** The signature drawn in this session, else the typed name, else a pen. */
function Ink({ signature, fresh }: { signature: Signature; fresh: boolean }) {
  const { t } = useLingui();
  const { picture, typed_name: typed, who } = signature;
  const drawn = cx(s.ink, fresh && s.fresh);
  if (picture) return <img className={drawn} src={picture} alt={t`Signature of ${who}`} />;
  if (typed) return <span className={cx(drawn, s.hand)}>{typed}</span>;
  return (
    <span className={cx(s.mark, s.markOff)}>
      <Icon name="check" />
    </span>
  );
}

interface SignedByProps {
  signature: Signature;
  /** It was given a moment ago, on this page. */
  fresh?: boolean;
  headingRef?: Ref<HTMLHeadingElement>;
  /** Ways on from here. */
  children?: ReactNode;
}

/** A signature that holds: who gave it, when, and for how many texts. */
export function SignedBy({ signature, fresh = false, headingRef, children }: SignedByProps) {
  const { who, on, at, accepted } = signature;
  return (
    <div className={s.head}>
      <Ink signature={signature} fresh={fresh} />
      <div>
        <h2 ref={headingRef} tabIndex={-1}>
          <Trans>Signed by {who}</Trans>
        </h2>
        <p className="small">
          <Trans>
            on <span className="num">{on}</span> at {at}.
          </Trans>{" "}
          <span className={s.count}>
            <Plural value={accepted} one="# agreement accepted." other="# agreements accepted." />
          </span>
        </p>
        {children && <p className={s.links}>{children}</p>}
      </div>
    </div>
  );
}

/** The accepted texts that need no new tick. */
export function KeptTexts({ texts }: { texts: Signature["texts"] }) {
  if (!texts.length) return null;
  return (
    <ul className={s.kept}>
      {texts.map(({ text_id, text_head, accepted_at: at }) => (
        <li key={text_id}>
          <Icon name="check" />
          <span>{text_head}</span>
          <small>
            <Trans>accepted {at}</Trans>
          </small>
        </li>
      ))}
    </ul>
  );
}
