import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { IconName } from "@/components/ui/Icon";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { planPath } from "@/lib/format";
import { homeOf } from "@/lib/home";
import { visitContext, withVisit } from "@/lib/shop/context";

/** A result: a person, a policy, a quote, a plan, or an action. `state` travels to the page. */
export interface Hit {
  label: string;
  note?: string;
  icon: IconName;
  to: string;
  state?: { search: string };
}

export interface Section {
  title: string;
  hits: Hit[];
}

const LEAST = 2;
const EACH = 5;
const WAIT = 150;
const FRESH_MS = 300_000;

/** The text once its reader pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), WAIT);
    return () => window.clearTimeout(timer);
  }, [text]);
  return paused;
}

/** What a signed-in person may open or begin, by role. */
export function useActions(): Hit[] {
  const { t } = useLingui();
  const { role } = useActor();
  const start: Hit = { label: t`Home`, icon: "home", to: homeOf(role) };
  const account: Hit = { label: t`Account and password`, icon: "key", to: "/account" };
  const desk: Hit[] = [
    { label: t`Enrollments`, icon: "clock", to: "/enrollments" },
    { label: t`Quotes sent`, icon: "send", to: "/quotes" },
    { label: t`Plans`, icon: "document", to: "/plans" },
  ];
  if (role === "rep")
    return [
      start,
      { label: t`Start a quote`, icon: "plus", to: "/agent-select-member" },
      { label: t`Book of business`, icon: "briefcase", to: "/book-of-business" },
      { label: t`Members`, icon: "users", to: "/agent-select-member" },
      { label: t`Leads`, icon: "chat", to: "/leads" },
      ...desk,
      account,
    ];
  if (role === "group")
    return [
      start,
      { label: t`People`, icon: "briefcase", to: "/group-home/people" },
      { label: t`Members`, icon: "users", to: "/group-select-member" },
      ...desk,
      account,
    ];
  return [
    start,
    { label: t`My benefits`, icon: "shield", to: "/coverage" },
    { label: t`Report a change`, icon: "edit", to: "/coverage/change" },
    { label: t`My details`, icon: "user", to: "/coverage/details" },
    { label: t`Plans`, icon: "document", to: "/plans" },
    account,
  ];
}

/** Find people, policies, quotes, applications and plans that the signed-in person may see. The server decides which. */
export function useFound(typed: string): { sections: Section[]; isBusy: boolean } {
  const { t } = useLingui();
  const { role, userId, agentId, groupId } = useActor();
  const search = usePaused(typed.trim());
  const asks = search.length >= LEAST;
  const desk = role === "rep" || role === "group";
  const who = [role, userId, agentId, groupId];
  const clients = useQuery({
    queryKey: ["palette-clients", ...who, search],
    enabled: asks && role === "rep",
    queryFn: ({ signal }) => api.get("/api/v1/get-clients", { page: 1, search, show: "" }, signal),
  });
  const people = useQuery({
    queryKey: ["palette-people", ...who, search],
    enabled: asks && role === "group",
    queryFn: ({ signal }) =>
      api.get("/api/v1/get-group-people", { page: 1, per_page: EACH, search, show: "", day: "" }, signal),
  });
  const work = useQuery({
    queryKey: ["palette-work", ...who, search],
    enabled: asks && desk,
    queryFn: ({ signal }) =>
      api.get(
        "/api/v1/get-work-list",
        { page: 1, per_page: EACH, search, status: "", sort: "-changed" },
        signal,
      ),
  });
  const quotes = useQuery({
    queryKey: ["palette-quotes", ...who, search],
    enabled: asks && desk,
    queryFn: ({ signal }) =>
      api.get(
        "/api/v1/get-sent-quotes",
        { page: 1, per_page: EACH, search, outcome: "", sort: "-sent" },
        signal,
      ),
  });
  const coverage = useQuery({
    queryKey: ["coverage", userId],
    enabled: asks && role === "member",
    queryFn: ({ signal }) => api.get("/api/v1/get-coverage", undefined, signal),
  });
  const plans = useQuery({
    queryKey: ["palette-plans", ...who, visitContext()],
    enabled: asks,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      withVisit((visit) => api.get("/api/v1/get-menu-filtered-plans", { ...visit, category: "" }, signal)),
  });
  const actions = useActions();
  const matches = (text: string) => text.toLowerCase().includes(search.toLowerCase());
  const found: Section[] = asks
    ? [
        {
          title: t`People`,
          hits: [
            ...(clients.data?.result ?? []).slice(0, EACH).map(
              (row): Hit => ({
                label: row.name,
                note: [row.group, row.place].filter(Boolean).join(", "),
                icon: "user",
                to: `/book-of-business/${row.member_id}`,
              }),
            ),
            ...(people.data?.result ?? []).map(
              (row): Hit => ({
                label: row.name,
                note: row.class_name,
                icon: "user",
                to: `/group-home/people/${row.member_id}`,
              }),
            ),
          ],
        },
        {
          title: t`Policies`,
          hits: (coverage.data?.policies ?? [])
            .filter((row) => matches(`${row.plan} ${row.number} ${row.carrier}`))
            .slice(0, EACH)
            .map(
              (row): Hit => ({
                label: row.plan,
                note: `${row.number}, ${row.state_text}`,
                icon: "shield",
                to: `/coverage/policies/${encodeURIComponent(row.number)}`,
              }),
            ),
        },
        {
          title: t`Quotes sent`,
          hits: (quotes.data?.result ?? []).map(
            (row): Hit => ({
              label: row.name || row.email,
              note: row.plans.join(", "),
              icon: "send",
              to: "/quotes",
              state: { search },
            }),
          ),
        },
        {
          title: t`Enrollments`,
          hits: (work.data?.result ?? []).map(
            (row): Hit => ({
              label: row.name,
              note: row.plans.join(", "),
              icon: "clock",
              to: "/enrollments",
              state: { search },
            }),
          ),
        },
        {
          title: t`Plans`,
          hits: (plans.data?.result ?? [])
            .filter((row) => matches(`${row.plan_name} ${row.carrier_name}`))
            .slice(0, EACH)
            .map(
              (row): Hit => ({
                label: row.plan_name,
                note: `${row.category_label}, ${row.carrier_name}`,
                icon: "document",
                to: planPath(row.pid, row.plan_name),
              }),
            ),
        },
      ]
    : [];
  const offered = search ? actions.filter((hit) => matches(hit.label)) : actions;
  return {
    sections: [...found, { title: t`Go to`, hits: offered }].filter((section) => section.hits.length > 0),
    isBusy: [clients, people, work, quotes, coverage, plans].some((query) => query.isFetching),
  };
}
