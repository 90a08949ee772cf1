import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

/**
 * A button that opens a list: `root` goes on the element around both, `button` on the button, `list` on a list that
 * closes once one of its entries has done its work. A press or the focus outside closes it; Escape does, too, and gives
 * the button the focus back.
 */
export function useDropdown() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  useOutside(root, open, setOpen);
  return {
    open,
    close,
    root: {
      ref: root,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== "Escape" || !open) return;
        close();
        button.current?.focus();
      },
    },
    list: { onClick: close },
    button: { ref: button, type: "button" as const, "aria-expanded": open, onClick: () => setOpen(!open) },
  };
}

function useOutside(root: RefObject<HTMLElement | null>, open: boolean, set: (open: boolean) => void): void {
  useEffect(() => {
    if (!open) return;
    const away = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) set(false);
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
    };
  }, [open, root, set]);
}
