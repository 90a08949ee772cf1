import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { focusInstead, placeOf } from "@/lib/page";

/** The row where the focus was last: a list that is drawn anew takes the focus from the button pressed in it. */
let row: Element | null = null;
document.addEventListener("focusout", ({ target }) => {
  row = placeOf(target as Element);
});

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
    const opener = document.activeElement as HTMLElement;
    const place = placeOf(opener) ?? row;
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
      opener.focus();
      focusInstead(place, opener === document.body ? null : opener);
    };
  }, [ref]);
}
