import { useLingui } from "@lingui/react/macro";
import { Fragment, type ReactNode } from "react";
import { bootstrap } from "@/lib/bootstrap";
import { homePath } from "@/lib/home";
import { Link } from "@/lib/router";
import { useStored } from "@/lib/storage";
import s from "./Breadcrumb.module.css";
import { Icon } from "./Icon";

export interface Crumb {
  label: ReactNode;
  to?: string | undefined;
}

const LISTS: Record<string, string> = { rep: "/agent-select-member", group: "/group-select-member" };

/** Return the start of every breadcrumb: Home, and the list of members while somebody enrolls for one of them. */
export function useTrail(): Crumb[] {
  const { t } = useLingui();
  const role = useStored("usertype");
  const available = useStored("isCurrentMemberAvailable");
  const list = available ? LISTS[role ?? ""] : undefined;
  return [
    ...(bootstrap.flags.hide_home_breadcrumb ? [] : [{ label: t`Home`, to: homePath() }]),
    ...(list ? [{ label: t`Current Member`, to: list }] : []),
  ];
}

export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useLingui();
  if (crumbs.length < 2) return null;
  return (
    <nav className={s.crumbs} aria-label={t`Breadcrumb`}>
      {crumbs.map((crumb, index) => (
        <Fragment key={index}>
          {index > 0 && <Icon name="chevron" />}
          {crumb.to ? (
            <Link to={crumb.to}>{crumb.label}</Link>
          ) : (
            <span aria-current="page">{crumb.label}</span>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
