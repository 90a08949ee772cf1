import { lazy, type ReactNode, Suspense, useState } from "react";
import { useCartCount } from "@/lib/shop/context";

const EmptyCartDialog = lazy(() => import("./EmptyCartDialog"));

/** Asks before what follows empties the cart; with an empty cart it just follows. Render the dialog it gives. */
export function useCartGuard(): [guard: (go: () => void) => void, dialog: ReactNode] {
  const count = useCartCount();
  const [next, setNext] = useState<{ go: () => void } | null>(null);
  const guard = (go: () => void) => (count > 0 ? setNext({ go }) : go());
  const dialog = next && (
    <Suspense fallback={null}>
      <EmptyCartDialog
        onKeep={() => setNext(null)}
        onStart={() => {
          setNext(null);
          next.go();
        }}
      />
    </Suspense>
  );
  return [guard, dialog];
}
