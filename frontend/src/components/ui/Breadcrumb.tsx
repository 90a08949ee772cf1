import { useLingui } from "@lingui/react/macro";
import { Fragment, type ReactNode } from "react";
import { Link } from "@/lib/router";
import s from "./Breadcrumb.module.css";
import { Icon } from "./Icon";

export interface Crumb {
  label: ReactNode;
  to?: string | undefined;
}

export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useLingui();
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
