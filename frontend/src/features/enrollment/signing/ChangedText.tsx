import { Trans } from "@lingui/react/macro";
import type { SignatureText } from "@/client";
import { cx } from "@/lib/cx";
import s from "./Signing.module.css";

/** The notice that a text differs from the one signed before. */
export const isChanged = (text: SignatureText): boolean => text.pieces.some(({ kind }) => kind !== "");

/** A text with what changed in it since the last signature: the new words marked, the old ones struck through. */
export function ChangedText({ text, className }: { text: SignatureText; className?: string | undefined }) {
  return (
    <p className={cx(s.words, className)}>
      {text.pieces.map(({ kind, text: words }, index) => (
        <span key={index}>
          {index > 0 && " "}
          {kind === "ins" && (
            <ins>
              <mark>{words}</mark>
            </ins>
          )}
          {kind === "del" && (
            <del>
              <span className="sr">
                <Trans>was</Trans>{" "}
              </span>
              {words}
            </del>
          )}
          {kind === "" && words}
        </span>
      ))}
    </p>
  );
}
