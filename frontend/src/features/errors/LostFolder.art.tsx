/** Illustration of the error pages: an open folder whose page has slipped away. */
export function LostFolder() {
  return (
    <svg width="240" height="170" viewBox="0 0 240 170" aria-hidden="true">
      <circle cx="176" cy="52" r="40" fill="var(--accent-fill)" />
      <path
        d="M24 50a10 10 0 0 1 10-10h46a12 12 0 0 1 9 4l11 13h88a10 10 0 0 1 10 10v78a10 10 0 0 1-10 10H34a10 10 0 0 1-10-10z"
        fill="var(--primary-line)"
      />
      <g transform="rotate(-9 120 60)">
        <rect
          x="78"
          y="14"
          width="78"
          height="96"
          rx="5"
          fill="var(--surface)"
          stroke="var(--primary-ink)"
          strokeWidth="3"
        />
        <path
          d="M92 36h50M92 50h50M92 64h30"
          stroke="var(--primary-line)"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
      <path
        d="M14 86a10 10 0 0 1 10-11h192a10 10 0 0 1 10 11l-7 61a10 10 0 0 1-10 8H31a10 10 0 0 1-10-8z"
        fill="var(--primary-fill)"
      />
      <g stroke="var(--on-primary)" strokeWidth="4" strokeLinecap="round" fill="none">
        <path d="M96 104l12 12M108 104l-12 12M132 104l12 12M144 104l-12 12M104 136c10-8 22-8 32 0" />
      </g>
    </svg>
  );
}
