import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { focusInstead, placeOf } from "@/lib/page";

const JUST_NOW_MS = 1000;

interface Opener {
  element: HTMLElement;
  /** The row it stands in, which may stay when the button goes. */
  place: Element | null;
}

const openerAt = (element: HTMLElement): Opener => ({ element, place: placeOf(element) });

let left: (Opener & { at: number }) | null = null;
document.addEventListener("focusout", ({ target }) => {
  if (target instanceof HTMLElement) left = { ...openerAt(target), at: performance.now() };
});

/** What was pressed to open a dialog. A list that is drawn anew in that moment takes the focus from its button. */
function openerNow(): Opener | null {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active !== document.body) return openerAt(active);
  return left && performance.now() - left.at < JUST_NOW_MS ? left : null;
}

/**
 * A native modal <dialog> for as long as the component is mounted. Escape and a press on the backdrop close it;
 * focus starts on [data-autofocus] or the heading and goes back to the opener.
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = openerNow();
    dialog.showModal();
    const start =
      dialog.querySelector<HTMLElement>("[data-autofocus]") ?? dialog.querySelector<HTMLElement>("h2");
    start?.focus();
    const onCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    const onNativeClose = () => {
      if (!dialog.open) close.current();
    };
    const onPress = (event: MouseEvent) => {
      if (event.target === dialog) close.current();
    };
    dialog.addEventListener("cancel", onCancel);
    dialog.addEventListener("close", onNativeClose);
    dialog.addEventListener("mousedown", onPress);
    return () => {
      dialog.removeEventListener("cancel", onCancel);
      dialog.removeEventListener("close", onNativeClose);
      dialog.removeEventListener("mousedown", onPress);
      dialog.close();
      if (!opener) return;
      if (opener.element.isConnected) opener.element.focus();
      focusInstead(opener.place, opener.element);
    };
  }, [ref]);
}
