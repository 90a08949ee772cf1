import type { ReactNode } from "react";
import layout from "../layout/WorkLayout.module.css";

/** The main part of a page beside the side bar. */
export function WorkMain({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={layout.main}>
      {children}
    </main>
  );
}
