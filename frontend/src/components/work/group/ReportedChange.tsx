import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/Avatar";
import { Pager } from "@/components/ui/Table";
import s from "./Group.module.css";
import { PersonLink } from "./PersonLink";

interface HeadProps {
  change: { member_id: number; name: string; title: string; asked_on: string; happened_on: string };
  children?: ReactNode;
}

/** The person and title of a reported change, and its days. */
export function ReportedChange({ change, children }: HeadProps) {
  const { asked_on: askedOn, happened_on: happenedOn, name, title } = change;
  return (
    <div className={s.person}>
      <Avatar name={name} size="sm" />
      <span>
        <h3>
          <PersonLink id={change.member_id}>{name}</PersonLink>: {title}
        </h3>
        <span className="small mute">
          {happenedOn ? (
            <Trans>
              Happened on {happenedOn}, reported on {askedOn}
            </Trans>
          ) : (
            <Trans>Reported on {askedOn}</Trans>
          )}
        </span>
        {children}
      </span>
    </div>
  );
}

interface PagesProps {
  list: { page: number; pages: number };
  onPage: (page: number) => void;
}

export function Pages({ list, onPage }: PagesProps) {
  if (list.pages <= 1) return null;
  return (
    <div className={s.pages}>
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
    </div>
  );
}
