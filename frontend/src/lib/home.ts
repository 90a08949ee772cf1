import { getItem } from "./storage";

const HOMES: Record<string, string> = { rep: "/agent-home", group: "/group-home", member: "/member-home" };

/** The page a signed-in person of a role starts from. */
export const homeOf = (role: string | null): string => HOMES[role ?? ""] ?? "/";

/** Where the logo and the Home breadcrumb go: the own home of who is signed in, else the landing page or brand's. */
export const homePath = (): string => (getItem("open_type") ? "/" : homeOf(getItem("usertype")));
