import type { ReactNode } from "react";
import { Link } from "@/lib/router";
import s from "./Group.module.css";

/** Return the address of a person's page for the administrator of their group. */
export const personPath = (memberId: number) => `/group-home/people/${memberId}`;

/** The name of a person of the group; it opens their page. */
export const PersonLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link to={personPath(id)} className={s.name}>
    {children}
  </Link>
);
