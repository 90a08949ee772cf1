import type { HTMLAttributes, ReactNode } from "react";
import { cx } from "@/lib/cx";
import s from "./Card.module.css";
import { CategoryIcon } from "./Category";

export function Card({ pad, className, ...rest }: HTMLAttributes<HTMLElement> & { pad?: boolean }) {
  return <section className={cx("card", s.card, pad && s.cardPad, className)} {...rest} />;
}

/** Card with a titled head line. */
export function Panel({
  title,
  titleId,
  aside,
  children,
  className,
}: {
  title: ReactNode;
  titleId: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={cx(s.panel, className)} aria-labelledby={titleId}>
      <div className={s.panelH}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface FolderProps {
  /** What is inside: a category's name, a step. */
  tab: ReactNode;
  category?: string | undefined;
  count?: ReactNode;
  /** With an id the tab becomes the section's h2. */
  headingId?: string;
  /** Of a heading inside that names the section. */
  labelledBy?: string;
  children: ReactNode;
  className?: string | undefined;
  as?: "section" | "article" | "div";
}

/** The signature container: its tab names what is inside. */
export function Folder({
  tab,
  category,
  count,
  headingId,
  labelledBy = headingId,
  children,
  className,
  as: Tag = "section",
}: FolderProps) {
  const label = (
    <>
      {category && <CategoryIcon category={category} />}
      {tab}
      {count && <span className={s.count}>{count}</span>}
    </>
  );
  return (
    <Tag className={cx("folder", s.folder, className)} data-cat={category} aria-labelledby={labelledBy}>
      {headingId ? (
        <h2 id={headingId} className={s.folderTab}>
          {label}
        </h2>
      ) : (
        <span className={s.folderTab}>{label}</span>
      )}
      {children}
    </Tag>
  );
}
