import { cx } from "@/lib/cx";
import s from "./Category.module.css";
import { Icon, type IconName } from "./Icon";

const ICONS: Record<string, IconName> = {
  dental: "tooth",
  vision: "glasses",
  medical: "heart",
  limitedmed: "pulse",
  term_life: "umbrella",
  supplemental: "shield",
  lifestyle: "leaf",
  rx: "pill",
  di: "briefcase",
  critical: "warning",
  accident: "bandage",
  hospital: "bed",
  pet: "paw",
  guaranteed: "ok",
};

export function CategoryIcon({ category, size }: { category: string; size?: "sm" | "lg" }) {
  return <Icon name={ICONS[category] ?? "shield"} {...(size ? { size } : {})} />;
}

/** The square mark of a plan category, in the category's fixed hue. */
export function CategoryMark({ category, size }: { category: string; size?: "sm" }) {
  return (
    <span className={cx("cat", s.cat, size === "sm" && s.catSm)} data-cat={category} aria-hidden="true">
      <CategoryIcon category={category} />
    </span>
  );
}

/** A carrier's logo drawn 30px high; its name when there is no picture. */
export function CarrierLogo({ src, name, eager }: { src: string; name: string; eager?: boolean }) {
  if (!src) return <span className={cx("carrier", s.carrierName)}>{name}</span>;
  return (
    <img
      className={cx("carrier", s.carrier)}
      src={src}
      alt={name}
      height={30}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
    />
  );
}
