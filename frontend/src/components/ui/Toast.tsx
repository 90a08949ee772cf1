import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { IconButton, LinkButton } from "./Button";
import { Icon } from "./Icon";
import s from "./Toast.module.css";

interface Message {
  id: number;
  text: string;
  undo: (() => void) | undefined;
}

const LIFE_MS = 6000;
let show: ((text: string, undo?: () => void) => void) | null = null;
let nextId = 1;

/** Confirms a success, bottom left, for six seconds; `undo` takes it back. Errors are never toasts; "" shows nothing. */
export function toast(text: string, undo?: () => void): void {
  if (text) show?.(text, undo);
}

/** Mounted once by the app. */
export function Toaster() {
  const { t } = useLingui();
  const [message, setMessage] = useState<Message | null>(null);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLDivElement>(null);

  useEffect(() => {
    show = (text, undo) => {
      setHeld(false);
      setMessage({ id: nextId++, text, undo });
    };
    return () => {
      show = null;
    };
  }, []);

  useEffect(() => {
    if (!message || held) return;
    const timer = setTimeout(() => setMessage(null), LIFE_MS);
    return () => clearTimeout(timer);
  }, [message, held]);

  return (
    <div
      ref={region}
      className={s.toaster}
      role="status"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {message && (
        <div className={s.toast} key={message.id}>
          <Icon name="ok" />
          <span>{message.text}</span>
          {message.undo && (
            <LinkButton
              onClick={() => {
                message.undo?.();
                setMessage(null);
              }}
            >
              {t`Undo`}
            </LinkButton>
          )}
          <IconButton icon="close" iconSize="sm" label={t`Dismiss`} onClick={() => setMessage(null)} />
        </div>
      )}
    </div>
  );
}
