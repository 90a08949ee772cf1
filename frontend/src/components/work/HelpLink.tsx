import type { ReactNode } from "react";
import { Icon } from "@/components/ui/Icon";
import { Link } from "@/lib/router";
import s from "./HelpLink.module.css";

/** The way to a section of the reader's help page. */
export function HelpLink({ topic, children }: { topic: string; children: ReactNode }) {
  return (
    <Link to={`/help#${topic}`} className={s.link}>
      <Icon name="info" size="sm" />
      {children}
    </Link>
  );
}
