import type { ClipboardEvent, InputEvent } from "react";

type Field = HTMLInputElement;

/** Takes the blanks off what is pasted, before the field's length cuts it. */
export function pasteTrimmed(event: ClipboardEvent<Field>): void {
  const pasted = event.clipboardData.getData("text");
  const plain = pasted.trim();
  if (plain === pasted || !plain || event.defaultPrevented || event.currentTarget.readOnly) return;
  // The only way that keeps the caret, the length and Undo.
  if (document.execCommand?.("insertText", false, plain)) event.preventDefault();
}

/** Refuses a key before it changes the field, so that the caret stays where it is. */
export function refuseKey(event: InputEvent<Field>, takes: (before: string, after: string) => boolean): void {
  const { value, selectionStart: start, selectionEnd: end } = event.currentTarget;
  if (event.data?.length !== 1 || start === null || start !== end) return;
  if (!takes(value, value.slice(0, start) + event.data + value.slice(start))) event.preventDefault();
}
