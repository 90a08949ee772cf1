import type { ReactElement } from "react";

const line = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round" } as const;
const outline = { stroke: "var(--primary-ink)", strokeWidth: 2 } as const;

/** The things one needs, drawn in the brand's roles: they say nothing that the words don't. */
const OBJECTS: Record<string, ReactElement> = {
  numbers: (
    <>
      <rect x="9" y="10" width="98" height="58" rx="5" fill="var(--primary-wash)" {...outline} />
      <path d="M9 22h98M9 57h98" stroke="var(--primary-line)" strokeWidth="5" />
      <path d="M24 22v35M92 22v35" stroke="var(--primary-line)" strokeWidth="2" />
      <g fill="var(--primary-ink)">
        {[34, 41, 48, 62, 69].map((x) => (
          <circle key={x} cx={x} cy="39" r="2.6" />
        ))}
        <path d="M52.5 37.8h5v2.4h-5zM73.5 37.8h5v2.4h-5z" />
      </g>
      <rect x="80" y="33" width="9" height="12" rx="1.5" fill="var(--accent-fill)" />
    </>
  ),
  births: (
    <>
      <rect x="26" y="12" width="64" height="58" rx="6" fill="var(--surface)" {...outline} />
      <path d="M26 18a6 6 0 0 1 6-6h52a6 6 0 0 1 6 6v9H26z" fill="var(--primary-fill)" />
      <path d="M40 6v11M76 6v11" {...outline} strokeWidth="3" strokeLinecap="round" />
      <g fill="var(--primary-line)">
        <rect x="34" y="35" width="10" height="8" rx="2" />
        <rect x="49" y="35" width="10" height="8" rx="2" />
        <rect x="34" y="49" width="10" height="8" rx="2" />
        <rect x="49" y="49" width="10" height="8" rx="2" />
        <rect x="64" y="35" width="10" height="8" rx="2" />
      </g>
      <circle cx="75" cy="54" r="10" fill="var(--accent-fill)" />
      <path d="m70.5 54 3.2 3.2 6-6.2" stroke="var(--on-accent)" strokeWidth="2.2" {...line} />
    </>
  ),
  measures: (
    <>
      <rect x="22" y="14" width="44" height="54" rx="6" fill="var(--primary-wash)" {...outline} />
      <path d="M30 30a14 14 0 0 1 28 0z" fill="var(--surface)" {...outline} />
      <path d="m44 30 6-8" stroke="var(--primary-ink)" strokeWidth="2.4" {...line} />
      <rect x="80" y="6" width="16" height="64" rx="3" fill="var(--accent-fill)" />
      <path
        d="M80 16h7M80 26h10M80 36h7M80 46h10M80 56h7"
        stroke="var(--on-accent)"
        strokeWidth="2"
        {...line}
      />
    </>
  ),
  employer: (
    <>
      <rect x="18" y="26" width="80" height="42" rx="6" fill="var(--primary-wash)" {...outline} />
      <path d="M44 26v-6a5 5 0 0 1 5-5h18a5 5 0 0 1 5 5v6" {...outline} fill="none" />
      <path d="M18 32a6 6 0 0 1 6-6h68a6 6 0 0 1 6 6v10H18z" fill="var(--primary-fill)" />
      <rect x="50" y="37" width="16" height="11" rx="2.5" fill="var(--accent-fill)" />
    </>
  ),
  beneficiaries: (
    <>
      <circle cx="40" cy="26" r="11" fill="var(--primary-line)" />
      <path d="M20 62c0-15 8-23 20-23s20 8 20 23z" fill="var(--primary-ink)" />
      <circle cx="80" cy="30" r="9" fill="var(--accent-line)" />
      <path d="M64 62c0-12 6-19 16-19s16 7 16 19z" fill="var(--accent-fill)" />
      <path d="M14 67.5h88" stroke="var(--line-control)" strokeWidth="1.5" />
      <path d="M20 70h52" stroke="var(--primary-ink)" strokeWidth="4" strokeLinecap="round" />
      <path d="M80 70h16" stroke="var(--accent-fill)" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  health: (
    <>
      <rect x="28" y="12" width="60" height="58" rx="6" fill="var(--surface)" {...outline} />
      <rect x="44" y="6" width="28" height="12" rx="4" fill="var(--primary-fill)" />
      <path d="M38 54h24M38 62h16" stroke="var(--primary-line)" strokeWidth="3" strokeLinecap="round" />
      <path d="M36 38h10l4-9 7 16 5-11 3 4h15" stroke="var(--primary-ink)" strokeWidth="2.4" {...line} />
      <circle cx="78" cy="60" r="9" fill="var(--accent-fill)" />
      <path d="M78 55.5v9M73.5 60h9" stroke="var(--on-accent)" strokeWidth="2.4" {...line} />
    </>
  ),
  mail: (
    <>
      <rect x="20" y="22" width="58" height="42" rx="5" fill="var(--primary-wash)" {...outline} />
      <path d="m22 26 27 20 27-20" stroke="var(--primary-ink)" strokeWidth="2" {...line} />
      <rect x="66" y="8" width="34" height="22" rx="6" fill="var(--accent-fill)" />
      <path d="M72 30v6l7-6z" fill="var(--accent-fill)" />
      <g fill="var(--on-accent)">
        {[76, 83, 90].map((x) => (
          <circle key={x} cx={x} cy="19" r="2.4" />
        ))}
      </g>
    </>
  ),
  payment: (
    <>
      <rect x="7" y="14" width="102" height="50" rx="4" fill="var(--surface)" {...outline} />
      <path d="M15 24h24M15 30h16" stroke="var(--primary-line)" strokeWidth="3" strokeLinecap="round" />
      <path d="M15 42h52" stroke="var(--line-control)" strokeWidth="1.5" />
      <rect
        x="78"
        y="33"
        width="23"
        height="11"
        rx="2"
        fill="var(--primary-wash)"
        stroke="var(--primary-line)"
        strokeWidth="1.5"
      />
      <rect x="13" y="50" width="40" height="9" rx="2" fill="var(--accent-fill)" />
      <path d="M16 54.5h34" stroke="var(--on-accent)" strokeWidth="2.6" strokeDasharray="2.6 1.7" />
      <path d="M60 54.5h30" stroke="var(--primary-ink)" strokeWidth="2.6" strokeDasharray="2.6 1.7" />
    </>
  ),
};

export function Drawing({ of, className }: { of: string; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 116 76" aria-hidden="true" className={className}>
      {OBJECTS[of]}
    </svg>
  );
}
