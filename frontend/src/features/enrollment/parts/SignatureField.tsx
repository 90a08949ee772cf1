import { Trans, useLingui } from "@lingui/react/macro";
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import type SignaturePad from "signature_pad";
import type { SignerOut } from "@/client";
import { Segmented } from "@/components/form/Choices";
import { FieldMessage } from "@/components/form/Field";
import fieldCss from "@/components/form/fields.module.css";
import { TextField } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { cx } from "@/lib/cx";
import "../signing/script.css";
import { fitStrokes, type Paper } from "../signing/strokes";
import s from "../steps/Agreement.module.css";

export type SignatureKind = "draw" | "type";

export interface Signature {
  kind: SignatureKind;
  isEmpty: () => boolean;
  typedName: () => string;
  /** PNG data URL on white. */
  toPng: () => string;
}

interface SignatureFieldProps {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  /** Who signs; beside somebody who signs for an applicant stands the applicant's name. */
  signer?: SignerOut | undefined;
  /** Where it stands among other things. */
  low?: boolean;
  onSigned: () => void;
  ref: RefObject<Signature | null>;
}

const SCRIPT = '44px "Dancing Script", cursive';

/** Sizes a canvas to its box in device pixels. True when the width changed. */
function fitToBox(canvas: HTMLCanvasElement): boolean {
  const ratio = Math.max(1, window.devicePixelRatio);
  const width = Math.round(canvas.offsetWidth * ratio);
  if (width === 0 || canvas.width === width) return false;
  canvas.width = width;
  canvas.height = Math.round(canvas.offsetHeight * ratio);
  canvas.getContext("2d")?.scale(ratio, ratio);
  return true;
}

const sizeOf = (canvas: HTMLCanvasElement): Paper => ({
  width: canvas.offsetWidth,
  height: canvas.offsetHeight,
});

function paper(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.offsetWidth, canvas.offsetHeight);
  return context;
}

function write(canvas: HTMLCanvasElement, name: string): void {
  fitToBox(canvas);
  const context = paper(canvas);
  if (!context || !name) return;
  context.fillStyle = getComputedStyle(canvas).color;
  context.font = SCRIPT;
  context.textBaseline = "alphabetic";
  context.fillText(name, 28, canvas.offsetHeight - 54, canvas.offsetWidth - 56);
}

function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, active: boolean, onSigned: () => void) {
  const pad = useRef<SignaturePad | null>(null);
  const signed = useRef(onSigned);
  useEffect(() => {
    signed.current = onSigned;
  });
  useEffect(() => {
    const element = canvas.current;
    if (!element || !active) return;
    let unmounted = false;
    let drawnOn = sizeOf(element);
    /** A new width fits the strokes to it; scrolling and address bars change only the height and are ignored. */
    const resize = () => {
      if (!pad.current || !fitToBox(element)) return;
      const strokes = fitStrokes(pad.current.toData(), drawnOn, sizeOf(element));
      drawnOn = sizeOf(element);
      pad.current.clear();
      pad.current.fromData(strokes);
    };
    void import("signature_pad").then(({ default: Pad }) => {
      if (unmounted) return;
      fitToBox(element);
      drawnOn = sizeOf(element);
      pad.current = new Pad(element, {
        penColor: getComputedStyle(element).color,
        backgroundColor: "white",
        minWidth: 1,
        maxWidth: 2.8,
      });
      pad.current.addEventListener("endStroke", () => signed.current());
      pad.current.clear();
    });
    window.addEventListener("resize", resize);
    return () => {
      unmounted = true;
      window.removeEventListener("resize", resize);
      pad.current?.off();
      pad.current = null;
    };
  }, [active, canvas]);
  return pad;
}

/** In which capacity somebody signs for an applicant. */
function Capacity({ signer }: { signer: SignerOut }) {
  const { name, code, role } = signer;
  return (
    <>
      <b>{name}</b>
      <small>
        {role === "rep" ? <Trans>Broker, {code}</Trans> : <Trans>Group administrator, {code}</Trans>}
      </small>
    </>
  );
}

/** Draw or type: both are a full signature and both become the same PNG. */
export function SignatureField(props: SignatureFieldProps) {
  const { label, hint, error, signer, low, onSigned, ref } = props;
  const { t } = useLingui();
  const forOther = signer !== undefined && signer.role !== "applicant";
  const [kind, setKind] = useState<SignatureKind>("draw");
  const [name, setName] = useState("");
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useDrawing(canvas, kind === "draw", onSigned);

  useEffect(() => {
    if (kind !== "type") return;
    let typed: string | null = name.trim();
    const draw = () => {
      if (canvas.current && typed !== null) write(canvas.current, typed);
    };
    draw();
    // The first name is written again once the script has come.
    void document.fonts.load(SCRIPT, typed).then(draw, () => {});
    return () => {
      typed = null;
    };
  }, [kind, name]);

  useImperativeHandle(ref, () => ({
    kind,
    isEmpty: () => (kind === "draw" ? (pad.current?.isEmpty() ?? true) : name.trim() === ""),
    typedName: () => name.trim().replace(/\s+/g, " "),
    toPng: () => canvas.current?.toDataURL("image/png") ?? "",
  }));

  const clear = () => {
    pad.current?.clear();
    setName("");
  };
  return (
    <fieldset id="signature" tabIndex={-1} aria-describedby={error ? "signature-error" : undefined}>
      <legend className={cx(fieldCss.legendT, s.legend)}>{label}</legend>
      <div className={s.tools}>
        <Segmented
          label={<span className="sr">{t`How do you want to sign?`}</span>}
          name="signature_kind"
          id="signature_kind"
          value={kind}
          options={[
            { value: "draw", label: t`Draw` },
            { value: "type", label: t`Type` },
          ]}
          onChange={(event) => setKind(event.target.value === "type" ? "type" : "draw")}
        />
        {kind === "draw" && (
          <span className="small mute">
            <Trans>Use a mouse, finger, or pen</Trans>
          </span>
        )}
      </div>
      {kind === "type" && (
        <TextField
          id="typed_name"
          className={s.typed}
          label={<Trans>Type your full name</Trans>}
          autoComplete="name"
          maxLength={120}
          value={name}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            setName(event.target.value);
            onSigned();
          }}
        />
      )}
      <div className={cx(s.pair, forOther && s.halves, error && s.signError)}>
        <div className={cx("paper", s.sign, low && s.low)}>
          <canvas
            key={kind}
            ref={canvas}
            role="img"
            aria-label={kind === "draw" ? t`Area to draw your signature` : t`Your typed signature: ${name}`}
          />
          <span className={s.base} />
          <span className={s.x}>
            {forOther ? <Capacity signer={signer} /> : <Trans>Application Signature</Trans>}
          </span>
          <Button size="sm" tone="quiet" className={s.clear} onClick={clear}>
            <Trans>Clear</Trans>
          </Button>
        </div>
        {forOther && (
          <div className={s.other}>
            <p>
              <Trans>Does not sign here</Trans>
            </p>
            <p className={s.line}>
              {signer.applicant}
              <small>
                <Trans>Applicant</Trans>
              </small>
            </p>
          </div>
        )}
      </div>
      <FieldMessage id="signature" error={error} />
      {forOther && (
        <p className={cx(s.read, s.below)}>
          <Icon name="document" />
          <span>
            <Trans>
              The review, receipt, document, and record will show: <b>{signer.sentence}</b>
            </Trans>
          </span>
        </p>
      )}
      {hint && <p className={cx("small mute", s.below)}>{hint}</p>}
    </fieldset>
  );
}
