import { cx } from "@/lib/cx";
import { STAY } from "@/lib/page";
import { Link } from "@/lib/router";
import s from "./FilterLinks.module.css";

interface FilterLink {
  label: string;
  to: string;
  chosen: boolean;
  count?: number | undefined;
}

interface FilterLinksProps {
  label: string;
  links: FilterLink[];
  className?: string | undefined;
}

/** What of a list is shown, as links with their counts; the address keeps it. On phones they are one row that scrolls. */
export function FilterLinks({ label, links, className }: FilterLinksProps) {
  return (
    <nav className={cx(s.links, className)} aria-label={label}>
      {links.map((link) => (
        <Link
          key={link.label}
          to={link.to}
          aria-current={link.chosen ? "true" : undefined}
          replace
          state={STAY}
        >
          {link.label}
          {link.count !== undefined && <em>{link.count}</em>}
        </Link>
      ))}
    </nav>
  );
}
