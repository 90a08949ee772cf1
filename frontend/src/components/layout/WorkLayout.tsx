import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useMemberTotal } from "@/components/work/members";
import { type Role, useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { cx } from "@/lib/cx";
import { homeOf } from "@/lib/home";
import { openOverlay } from "@/lib/overlays";
import { Link } from "@/lib/router";
import { useCartCount } from "@/lib/shop/context";
import { useStored } from "@/lib/storage";
import { Avatar } from "../ui/Avatar";
import { Icon, type IconName } from "../ui/Icon";
import { NoRecord } from "../work/NoRecord";
import { type Show, useToday } from "../work/today";
import { useFinishedQuote } from "../work/useFinishedQuote";
import { useStorefront } from "../work/useStorefront";
import { BrandLogo } from "./BrandLogo";
import { LanguageSwitch } from "./LanguageSwitch";
import { SkipLink } from "./Layouts";
import { LegalFooter } from "./LegalLinks";
import { RequireRole } from "./RequireRole";
import { useDropdown } from "./useDropdown";
import { useSignOut } from "./useSignOut";
import s from "./WorkLayout.module.css";

const BOOK = "/book-of-business";

interface Entry {
  to: string;
  icon: IconName;
  label: string;
  /** In the narrow bar of phones. */
  short?: string;
  /** Has a place of its own in that bar. */
  inBar?: boolean;
  count?: number | undefined;
}

/** The pages of a rep or group administrator. */
function useEntries(): Entry[] {
  const { t } = useLingui();
  const { role } = useActor();
  const members = useMemberTotal();
  const cart = useCartCount();
  useFinishedQuote();
  const running = Boolean(useStored("tempId"));
  const today = useToday().data;
  const waiting = (show: Show) => today?.counts.find((row) => row.show === show)?.count || undefined;
  const home = {
    to: homeOf(role),
    icon: "home" as const,
    label: t`Home`,
    inBar: true,
    count: today?.total || undefined,
  };
  const rest: Entry[] = [
    { to: "/enrollments", icon: "clock", label: t`Enrollments` },
    { to: "/plans", icon: "document", label: t`Plans` },
    ...(running ? [{ to: "/cart", icon: "cart" as const, label: t`Cart`, count: cart }] : []),
  ];
  const quotes: Entry = {
    to: "/quotes",
    icon: "send",
    label: t`Quotes`,
    inBar: true,
    count: waiting("quotes"),
  };
  if (role !== "rep") {
    return [
      home,
      { to: "/group-home/people", icon: "briefcase", label: t`People`, inBar: true },
      { to: "/group-select-member", icon: "users", label: t`Members`, inBar: true, count: members },
      quotes,
      ...rest,
    ];
  }
  return [
    home,
    { to: "/leads", icon: "chat", label: t`Leads`, inBar: true, count: waiting("leads") },
    { to: BOOK, icon: "briefcase", label: t`Book of business`, short: t`Book`, inBar: true },
    { to: "/agent-select-member", icon: "users", label: t`Members`, count: members },
    quotes,
    ...rest,
  ];
}

function EntryLink({ entry, children }: { entry: Entry; children?: ReactNode }) {
  const { pathname } = useLocation();
  // A home is above other entries' pages.
  const inside = entry.icon !== "home" && pathname.startsWith(`${entry.to}/`);
  return (
    <Link to={entry.to} aria-current={pathname === entry.to || inside ? "page" : undefined}>
      <Icon name={entry.icon} />
      <span>{entry.label}</span>
      {children}
    </Link>
  );
}

function Tools() {
  const { t } = useLingui();
  const storefront = useStorefront();
  const { data: support } = useQuery({
    queryKey: ["ticket-link"],
    staleTime: 300_000,
    queryFn: () => api.get("/api/v1/get-ticket-link"),
  });
  if (!storefront && !support?.ticket) return null;
  return (
    <nav aria-label={t`Tools`}>
      <p className="xs mute">
        <Trans>Tools</Trans>
      </p>
      <ul>
        {storefront && (
          <li>
            <a href={storefront}>
              <Icon name="store" />
              <span>{t`My storefront`}</span>
            </a>
          </li>
        )}
        {support?.ticket && (
          <li>
            <a href={support.ticket} target="_blank" rel="noreferrer">
              <Icon name="ticket" />
              <span>{t`Submit Support Request`}</span>
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The signed-in person with what an account leads to; on phones the avatar opens it. */
function Me() {
  const { t } = useLingui();
  const actor = useActor();
  const menu = useDropdown();
  const agentCode = useStored("agent_code");
  const groupCode = useStored("gcode");
  const code = actor.role === "rep" ? agentCode : groupCode;
  return (
    <>
      <div className={cx(s.me, "only-d")}>
        <Avatar name={actor.name} size="sm" />
        <div>
          <b>{actor.name}</b>
          {code && (
            <span className="xs mute num">
              {actor.role === "rep" ? <Trans>Rep code {code}</Trans> : <Trans>Group code {code}</Trans>}
            </span>
          )}
        </div>
        <span className={s.meActions}>
          <AccountLinks />
        </span>
      </div>
      <div className={cx(s.meMenu, "only-m")} {...menu.root}>
        <button {...menu.button}>
          <span className="sr">{t`Your account: ${actor.name}`}</span>
          <Avatar name={actor.name} size="sm" />
        </button>
        {menu.open && (
          <div className={s.sheet} {...menu.list}>
            <AccountLinks />
          </div>
        )}
      </div>
    </>
  );
}

function AccountLinks() {
  const leave = useSignOut();
  return (
    <>
      <Link to="/account">
        <Trans>Account</Trans>
      </Link>
      <Link to="/help">
        <Trans>Help</Trans>
      </Link>
      <button type="button" onClick={() => void leave()}>
        <Trans>Sign out</Trans>
      </button>
      <LanguageSwitch />
    </>
  );
}

function Elsewhere() {
  return (
    <main id="main" className={s.main}>
      <NoRecord />
    </main>
  );
}

/** The desk of a rep or group administrator; everybody else goes to sign in, or to the own home. */
export function WorkLayout({ of, children }: { of: Role; children: ReactNode }) {
  return (
    <RequireRole role={of}>
      <WorkFrame>{children}</WorkFrame>
    </RequireRole>
  );
}

/** The last place of the bar on phones: the pages that have none of their own. */
function More({ entries }: { entries: Entry[] }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const menu = useDropdown();
  const inside = entries.some((entry) => pathname === entry.to);
  return (
    <div className={s.more} {...menu.root}>
      {menu.open && (
        <ul className={s.sheet} {...menu.list}>
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} />
            </li>
          ))}
        </ul>
      )}
      <button {...menu.button} data-inside={inside || undefined}>
        <Icon name="more" />
        <span>{t`More`}</span>
      </button>
    </div>
  );
}

/** A side bar; on phones a bar of five tabs at the bottom. */
export function WorkFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { agentId, groupId } = useActor();
  const entries = useEntries();
  return (
    <>
      <SkipLink />
      <div className={s.app}>
        <header className={s.side}>
          <BrandLogo />
          <button
            type="button"
            className={s.find}
            aria-label={t`Search`}
            onClick={() => openOverlay("palette")}
          >
            <Icon name="search" />
            <span className="only-d">{t`Search`}</span>
            <kbd className="only-d">/</kbd>
          </button>
          <nav aria-label={t`Main`} className="only-d">
            <ul>
              {entries.map((entry) => (
                <li key={entry.to}>
                  <EntryLink entry={entry}>{entry.count !== undefined && <em>{entry.count}</em>}</EntryLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="only-d">
            <Tools />
          </div>
          <Me />
        </header>
        <div className={s.page}>
          {(agentId ?? groupId) === null ? <Elsewhere /> : children}
          <LegalFooter />
        </div>
      </div>
      <nav className={s.tabbar} aria-label={t`Main`}>
        {entries
          .filter((entry) => entry.inBar)
          .map((entry) => (
            <EntryLink key={entry.to} entry={{ ...entry, label: entry.short ?? entry.label }} />
          ))}
        <More entries={entries.filter((entry) => !entry.inBar)} />
      </nav>
    </>
  );
}
