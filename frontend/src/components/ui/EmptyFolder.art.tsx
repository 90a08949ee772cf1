import { bootstrap } from "@/lib/bootstrap";

/** Illustration of empty states: a folder with nothing to show. */
export default function EmptyFolder() {
  const own = bootstrap.brand.empty_icon;
  if (own) return <img src={own} alt="" width={96} height={72} />;
  return (
    <svg width="96" height="72" viewBox="0 0 96 72" aria-hidden="true">
      <path
        d="M6 20a6 6 0 0 1 6-6h22l7 9h43a6 6 0 0 1 6 6v33a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6z"
        fill="var(--primary-wash)"
        stroke="var(--primary-ink)"
        strokeWidth="2"
      />
      <path d="M20 42h34M20 52h22" stroke="var(--primary-line)" strokeWidth="3" strokeLinecap="round" />
      <circle cx="72" cy="22" r="14" fill="var(--accent-fill)" />
      <path d="M67 17l10 10M77 17 67 27" stroke="var(--on-accent)" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
