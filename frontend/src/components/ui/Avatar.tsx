import { cx } from "@/lib/cx";
import s from "./Avatar.module.css";

/** Initials of a person; decorative, the name stands next to it. */
export function Avatar({ name, size }: { name: string; size?: "sm" }) {
  const words = name.trim().split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.[0] ?? "").join("");
  return (
    <span className={cx(s.avatar, size === "sm" && s.avatarSm)} aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  );
}
