import { hashKey, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { NextPage } from "@/client";
import { ApiError } from "@/lib/api";
import { useSearchParams } from "@/lib/router";
import { type FieldsAnswer, wizardApi } from "../api";
import { pictureLater } from "../picture/later";
import type { Stored, Tab, Wizard } from "../types";
import { say } from "./messages";
import { afterSave, type From, fromOf, isSubmitted, type Position, positionOf, reopenedBy } from "./steps";

export const keys = {
  wizard: (id: string) => ["wizard", id] as const,
  cart: (id: string) => ["wizard-cart", id] as const,
  handOver: (id: string) => ["hand-over", id] as const,
  review: (id: string) => ["wizard-review", id] as const,
  list: (name: string, id: string) => [`wizard-${name}`, id] as const,
  banks: (id: string) => ["wizard-banks", id] as const,
  cards: (id: string) => ["wizard-cards", id] as const,
  waiting: (id: string) => ["wizard-waiting-card", id] as const,
  terms: (id: string, way: string, day: string) => ["wizard-billing-text", id, way, day] as const,
  texts: (id: string) => ["wizard-agreements", id] as const,
  fields: (id: string, tab: string, extra: Record<string, string> = {}) =>
    ["wizard-fields", id, tab, extra] as const,
};

/** Return whether the client has the application: no drafts are saved here, changes are proposed. */
export const isReadOnlyViewer = (wizard: Wizard): boolean =>
  wizard.hand_over?.live === true && wizard.hand_over.side !== "client";

/** Why an application can't be gone on with here: it waited too long, or isn't this visit's any more. */
export type Closure = "expired" | "ended";

export function findClosure(error: Error | null): Closure | null {
  if (!(error instanceof ApiError)) return null;
  if (error.errorCode === "enrollmentIdError") return "expired";
  return error.status === 404 ? "ended" : null;
}

interface Step {
  enrollmentId: string;
  wizard: Wizard;
  tab: Tab;
  position: Position;
  from: From;
}

const StepContext = createContext<Step | null>(null);

export function StepProvider({
  id,
  wizard,
  tab,
  children,
}: {
  id: string;
  wizard: Wizard;
  tab: Tab;
  children: ReactNode;
}) {
  const [search] = useSearchParams();
  const from = fromOf(search);
  const value = useMemo(
    () => ({ enrollmentId: id, wizard, tab, position: positionOf(wizard, tab.tab_name), from }),
    [id, wizard, tab, from],
  );
  return <StepContext value={value}>{children}</StepContext>;
}

/** The step the address names. */
export function useStep(): Step {
  const step = useContext(StepContext);
  if (!step) throw new Error("useStep outside a step");
  return step;
}

export const receiptPath = (id: string): string => `/enrollment/receipt?enrollment=${encodeURIComponent(id)}`;

/** Why a step that was done is asked again; the agreement tells by itself what changed. */
export const whyAgain = (tab: Tab): string => (tab.tab_name === "agreement_info" ? "" : say("openAgain"));

/** Return what a save's answer includes: the content of the page it leads to. */
export const goToOf = (from: From): string => (from === "check" ? "" : from ? "review" : "next");

/** What the last save brought along for the page after it, by key: it goes with that page, and is of no use later. */
let brought = { at: 0, parts: new Map<string, unknown>() };
const BROUGHT_MS = 10_000;

const broughtFor = (hash: string): unknown =>
  Date.now() - brought.at < BROUGHT_MS ? brought.parts.get(hash) : undefined;

/** What a save brought along stands where the next page looks for it. */
function keepPage(client: QueryClient, id: string, page: NextPage) {
  client.setQueryData(keys.wizard(id), page.wizard);
  if (page.cart) client.setQueryData(keys.cart(id), page.cart);
  else if (client.getQueryData<{ version: number }>(keys.cart(id))?.version !== page.cart_version)
    void client.invalidateQueries({ queryKey: keys.cart(id) });
  const { terms } = page;
  if (terms) client.setQueryData(keys.terms(id, terms.payment_method, terms.bill_date), terms);
  const parts: [readonly unknown[], unknown][] = [
    [keys.fields(id, page.tab_name), page.form],
    [keys.list("dependents", id), page.dependents],
    [keys.list("beneficiaries", id), page.beneficiaries],
    [keys.banks(id), page.banks],
    [keys.cards(id), page.cards],
    [keys.texts(id), page.agreement_texts],
    [keys.review(id), page.review],
  ];
  const filled = parts.filter(([, data]) => data);
  for (const [queryKey] of filled) client.removeQueries({ queryKey, exact: true });
  brought = { at: Date.now(), parts: new Map(filled.map(([key, data]) => [hashKey(key), data])) };
}

/** Moves on after a save, along the steps as the server sees them now; the order summary follows. */
export function useAdvance(): (saved: Stored | null) => Promise<void> {
  const { enrollmentId, wizard: before, tab, from } = useStep();
  const navigate = useNavigate();
  const client = useQueryClient();
  return useCallback(
    async (saved) => {
      const page = saved?.page;
      if (!isReadOnlyViewer(before)) pictureLater(enrollmentId, tab, tab.picture_name, page?.saved);
      if (page) keepPage(client, enrollmentId, page);
      else void client.invalidateQueries({ queryKey: keys.cart(enrollmentId) });
      const wizard: Wizard =
        page?.wizard ??
        (await client.fetchQuery({
          queryKey: keys.wizard(enrollmentId),
          queryFn: ({ signal }) => wizardApi.wizard(enrollmentId, signal),
          staleTime: 0,
        }));
      const target = isSubmitted(wizard) ? null : afterSave(wizard, tab.tab_name, from);
      const reopened = target ? reopenedBy(before, wizard, target) : null;
      const notice = [reopened && whyAgain(reopened), ...(saved?.notices ?? [])].filter(Boolean).join(" ");
      await navigate(target ?? receiptPath(enrollmentId), { state: notice ? { notice } : null });
    },
    [before, client, enrollmentId, from, navigate, tab],
  );
}

/**
 * What a step reads once, from its own call or from the save that led to it. It goes with the page: another tab or a
 * rep may have changed the answers before it is opened again.
 */
export function useStepQuery<T>(
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => Promise<T>,
  more: { staleTime?: number; refetchOnWindowFocus?: boolean; refetchOnReconnect?: boolean } = {},
) {
  const hash = hashKey(queryKey);
  const [sent] = useState(() => broughtFor(hash) !== undefined);
  useEffect(() => () => void brought.parts.delete(hash), [hash]);
  const query = useQuery<T>({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    initialData: () => broughtFor(hash) as T | undefined,
    refetchOnMount: sent ? false : "always",
    staleTime: Number.POSITIVE_INFINITY,
    // Long enough for a page that is put up again at once; what is left of an earlier visit isn't shown.
    gcTime: 1000,
    ...more,
  });
  return { ...query, data: sent || query.isFetchedAfterMount ? query.data : undefined };
}

/** Field definitions of a step. */
export function useFields(tab: Tab, extra: Record<string, string> = {}) {
  const { enrollmentId } = useStep();
  return useStepQuery<FieldsAnswer>(
    keys.fields(enrollmentId, tab.tab_name, extra),
    (signal) => wizardApi.fields(enrollmentId, tab, extra, signal),
    { refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
}
