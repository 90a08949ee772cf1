import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "@/lib/cx";
import { focusQuietly } from "@/lib/page";
import s from "./Banner.module.css";
import { Icon, type IconName } from "./Icon";

type Tone = "info" | "ok" | "warn" | "bad" | "plain";

const LOOK: Record<Tone, [string | undefined, IconName]> = {
  info: [undefined, "info"],
  ok: [s.bannerOk, "ok"],
  warn: [s.bannerWarn, "warning"],
  bad: [s.bannerBad, "alert"],
  plain: [s.bannerPlain, "info"],
};

interface BannerProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** "alert" only for a blocking failure; "status" for news that comes later. */
  live?: "alert" | "status";
  /** The answer to a press elsewhere: it is scrolled into view and takes the focus, so that it is also read aloud. */
  news?: boolean;
  className?: string;
  /** Instead of the tone's own. */
  icon?: IconName;
}

/** Inline news, next to what it describes. */
export function Banner({
  tone = "info",
  title,
  children,
  action,
  live,
  news,
  className,
  icon: own,
}: BannerProps) {
  const [toned, icon] = LOOK[tone];
  const ref = useRef<HTMLDivElement>(null);
  // What is pressed at the foot of a dialog is answered at its top, which may be scrolled away.
  useEffect(() => {
    if (live === "alert" && ref.current?.closest("dialog")) ref.current.scrollIntoView({ block: "nearest" });
  }, [live]);
  useEffect(() => {
    if (!news) return;
    ref.current?.scrollIntoView({ block: "center" });
    focusQuietly(ref.current);
  }, [news]);
  return (
    <div ref={ref} className={cx("banner", s.banner, toned, className)} role={live}>
      <Icon name={own ?? icon} />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
      {action && <div className={s.action}>{action}</div>}
    </div>
  );
}
