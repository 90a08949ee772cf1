import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

/** Own set on a 24 grid: 1.75 stroke, round caps, currentColor. */
const SHAPES = {
  alert: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.2M12 16.3v.1" />
    </>
  ),
  arrow: <path d="M4.5 12h15M13.5 6l6 6-6 6" />,
  bandage: (
    <>
      <rect x="2.5" y="8.5" width="19" height="7" rx="3.5" transform="rotate(-45 12 12)" />
      <path d="M9.5 9.5l5 5M12 10v.1M14 12v.1M10 12v.1M12 14v.1" />
    </>
  ),
  bank: (
    <path d="M3.500 9.500 12 4l8.500 5.500zM5 9.500V18M10 9.500V18M14 9.500V18M19 9.500V18M3.500 20h17" />
  ),
  bed: (
    <>
      <path d="M3 5v15M3 16.500h18V20M21 16.500v-3A3.500 3.500 0 0 0 17.500 10H10v6.500M3 10h4" />
      <circle cx="6.600" cy="12.500" r="1.600" />
    </>
  ),
  briefcase: (
    <>
      <rect x="3.5" y="7.5" width="17" height="12" rx="2.5" />
      <path d="M8.5 7.5V6A1.5 1.5 0 0 1 10 4.5h4A1.5 1.5 0 0 1 15.5 6v1.5M3.5 12.5h17" />
    </>
  ),
  calendar: (
    <>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
      <path d="M3.5 10h17M8 3v4M16 3v4" />
    </>
  ),
  card: (
    <>
      <rect x="3" y="5.500" width="18" height="13" rx="2.500" />
      <path d="M3 10h18M6.500 15h4" />
    </>
  ),
  cart: (
    <>
      <path d="M3 4h2.3l2.4 11h10.6l2-8H6.4" />
      <circle cx="9" cy="19.2" r="1.4" />
      <circle cx="17" cy="19.2" r="1.4" />
    </>
  ),
  chat: (
    <>
      <path d="M4 5.5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-8l-4.5 3.5V17.5H4a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1z" />
      <path d="M8 10h8M8 13.5h5" />
    </>
  ),
  check: <path d="m4.5 12.5 5 5L19.5 7" />,
  chevron: <path d="m9 5.5 6.5 6.5L9 18.5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.3l3.5 2" />
    </>
  ),
  close: <path d="M6 6l12 12M18 6 6 18" />,
  compare: <path d="M12 4v16M5 8h14M5 8l-2.5 6a2.7 2.7 0 0 0 5 0zM19 8l-2.5 6a2.7 2.7 0 0 0 5 0zM8.5 20h7" />,
  copy: (
    <>
      <rect x="8.5" y="8.5" width="12" height="12" rx="2.5" />
      <path d="M15.5 5.5a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2" />
    </>
  ),
  device: (
    <>
      <rect x="7" y="3" width="10" height="18" rx="2.5" />
      <path d="M11 18h2" />
    </>
  ),
  document: (
    <>
      <path d="M6 3.5h8.5L19 8v12.5H6z" />
      <path d="M14 3.5V8.5h5M9 13h6.5M9 16.5h4.5" />
    </>
  ),
  down: <path d="m5.5 9 6.5 6.5L18.5 9" />,
  edit: (
    <>
      <path d="M4 20h4L19.5 8.5a2.3 2.3 0 0 0 0-3.3l-.7-.7a2.3 2.3 0 0 0-3.3 0L4 16z" />
      <path d="m13.5 6.5 4 4" />
    </>
  ),
  external: <path d="M13.5 4.5h6v6M19.5 4.5 11 13M17 14v5.5H4.5V7H10" />,
  eye: (
    <>
      <path d="M2.500 12C5 7.500 8 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.500 6.500-9.500 6.500S5 16.500 2.500 12z" />
      <circle cx="12" cy="12" r="2.800" />
    </>
  ),
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
  gift: (
    <path d="M4 11.500h16v8.500H4zM3 8h18v3.500H3zM12 8v12M12 8c-5.500 0-5-4.500-2.500-4.500C11.500 3.500 12 8 12 8zM12 8c5.500 0 5-4.500 2.500-4.500C12.500 3.500 12 8 12 8z" />
  ),
  glasses: (
    <>
      <circle cx="6.7" cy="14" r="3.9" />
      <circle cx="17.3" cy="14" r="3.9" />
      <path d="M10.5 13.2c1-.7 2-.7 3 0M2.9 13 5 6.5M21.1 13 19 6.5" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c2.6 2.6 3.9 5.600 3.900 9s-1.300 6.400-3.900 9c-2.600-2.600-3.900-5.600-3.900-9s1.300-6.400 3.900-9z" />
    </>
  ),
  grid: <path d="M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5zM14.5 14.5h5v5h-5z" />,
  heart: (
    <path d="M12 20C7 16.3 3.5 13.2 3.5 9.3A4.7 4.7 0 0 1 12 6.6a4.7 4.7 0 0 1 8.5 2.7C20.5 13.2 17 16.3 12 20z" />
  ),
  home: <path d="M4 11 12 4l8 7v8.5a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11.2v5.3M12 7.8v.1" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15.5" r="4.5" />
      <path d="m11.3 12.2 8.2-8.2M16 7.5l3 3" />
    </>
  ),
  leaf: <path d="M5 19c0-9 5-14 15-14 0 10-5 14.500-12 14-1.500-.100-3-.500-3 0zM5 20c2-5 5-8 9.500-10" />,
  left: <path d="M15 5.5 8.5 12l6.5 6.5" />,
  lock: (
    <>
      <rect x="5" y="10.500" width="14" height="9.500" rx="2.500" />
      <path d="M8 10.500V8a4 4 0 0 1 8 0v2.500" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2.5" />
      <path d="m3.6 7 8.4 6 8.4-6" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h10" />,
  minus: <path d="M5 12h14" />,
  ok: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.3 2.8 2.8L16 9.5" />
    </>
  ),
  paw: (
    <>
      <path d="M12 12c-2.7 0-5 2.6-5 5 0 1.6 1.1 2.5 2.5 2.5 1 0 1.6-.5 2.5-.5s1.500.5 2.500.5c1.4 0 2.5-.9 2.5-2.5 0-2.4-2.3-5-5-5z" />
      <circle cx="5.2" cy="11.5" r="1.5" />
      <circle cx="9.2" cy="7" r="1.6" />
      <circle cx="14.8" cy="7" r="1.6" />
      <circle cx="18.8" cy="11.5" r="1.5" />
    </>
  ),
  phone: (
    <path
      d="M6.2 3.5h2.6l1.4 4-2 1.5a11 11 0 0 0 5 5l1.5-2 4 1.4V16a2.5 2.5 0 0 1-2.7 2.5C9.6 18 4 12.4 3.5 6.2A2.5 2.5 0 0 1 6.2 3.5z"
      transform="translate(.5 .5)"
    />
  ),
  pill: (
    <>
      <rect x="2.500" y="8.500" width="19" height="7" rx="3.500" transform="rotate(-45 12 12)" />
      <path d="m9.600 9.600 4.900 4.900" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21c4.3-4.4 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.2 6.6 6.5 11z" />
      <circle cx="12" cy="10" r="2.4" />
    </>
  ),
  play: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m10.2 8.5 5.3 3.5-5.3 3.5z" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  print: (
    <>
      <path d="M7 8.5V3.5h10v5M7 17H4.5a1 1 0 0 1-1-1v-6a1.5 1.5 0 0 1 1.5-1.5h14a1.5 1.5 0 0 1 1.5 1.5v6a1 1 0 0 1-1 1H17" />
      <path d="M7 14h10v6.5H7z" />
    </>
  ),
  pulse: <path d="M3 12.500h4l2.500-7 4 13 2.500-6H21" />,
  refresh: <path d="M19.500 12a7.500 7.500 0 1 1-2.200-5.300L20 9.300M20 4.500v4.800h-4.800" />,
  search: (
    <>
      <circle cx="10.8" cy="10.8" r="6.8" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  send: <path d="M20.5 3.5 10 14M20.5 3.5 14 20.5l-4-6.5-6.5-4z" />,
  shield: (
    <>
      <path d="M12 3.2 4.5 6v5.5c0 4.3 2.9 7.4 7.5 9.3 4.6-1.9 7.5-5 7.5-9.3V6z" />
      <path d="M12 8.5v6M9 11.5h6" />
    </>
  ),
  star: <path d="m12 4 2.5 5.1 5.600.8-4 4 .9 5.6-5-2.7-5 2.700.9-5.6-4-4 5.6-.8z" />,
  store: (
    <>
      <path d="M4 10v9.5h16V10M3 9.5 5 4.5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z" />
      <path d="M9.5 19.5v-5h5v5" />
    </>
  ),
  ticket: (
    <>
      <path d="M4 6.5h16v4a1.8 1.8 0 0 0 0 3.5v3.5H4V14a1.8 1.8 0 0 0 0-3.5z" />
      <path d="M14 6.5v2.2M14 11.2v2M14 15.5v2" />
    </>
  ),
  tooth: (
    <path d="M7.4 3.5C4.9 3.5 3.4 5.5 3.4 8c0 2 .8 3.2 1.3 5.200.5 2.300.8 7.3 2.7 7.3 1.7 0 1.5-5.5 4.6-5.5s2.9 5.5 4.6 5.5c1.9 0 2.2-5 2.7-7.300.5-2 1.3-3.2 1.3-5.2 0-2.5-1.5-4.5-4-4.5-1.9 0-2.9 1-4.6 1s-2.7-1-4.6-1z" />
  ),
  trash: <path d="M4.5 6.5h15M9.5 6V4h5v2M6.5 6.5l.8 13h9.4l.8-13M10 10.5v5.5M14 10.5v5.5" />,
  umbrella: <path d="M12 3v1.3M3 12.8a9 8.5 0 0 1 18 0zM12 12.8v5.4a2.3 2.3 0 0 0 4.6 0" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.6-4.2 3.6-6.5 7.5-6.5s6.9 2.3 7.5 6.5" />
    </>
  ),
  users: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5c.5-3.7 3-5.7 6.5-5.7s6 2 6.5 5.7M15.5 5.2a3.5 3.5 0 0 1 0 6.6M17.5 14.3c2.300.7 3.7 2.5 4 5.2" />
    </>
  ),
  warning: (
    <>
      <path d="M12 4 2.8 19.5h18.4z" />
      <path d="M12 10v4.2M12 16.9v.1" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** Decorative by default; give `label` where the icon alone carries the meaning. */
export function Icon({
  name,
  size,
  label,
  className,
}: {
  name: IconName;
  size?: "sm" | "lg";
  label?: string;
  className?: string | undefined;
}) {
  const shared = { className: cx("i", size && `i--${size}`, className), viewBox: "0 0 24 24" };
  return label ? (
    <svg {...shared} role="img" aria-label={label}>
      {SHAPES[name]}
    </svg>
  ) : (
    <svg {...shared} aria-hidden="true">
      {SHAPES[name]}
    </svg>
  );
}
