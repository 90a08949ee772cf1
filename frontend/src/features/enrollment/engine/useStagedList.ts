import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError, wasSubmitted } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { type FieldsAnswer, wizardApi } from "../api";
import { pictureLater } from "../picture/later";
import type { Stored } from "../types";
import { useStepForm } from "./useStepForm";
import { isReadOnlyViewer, keys, useFields, useStep, useStepQuery } from "./wizard";

/** Says which list was read. */
export interface Stamped {
  stamp: string;
}

/** The calls behind a list of people. */
export interface ListSource<L extends Stamped> {
  name: string;
  read: (id: string, signal?: AbortSignal) => Promise<L>;
  stage: (id: string, body: Record<string, unknown>) => Promise<Stored & { result: L }>;
}

/** The body that Next and each change send. */
export type Body = Record<string, unknown>;

const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && !wasSubmitted(error);

interface Options<L extends Stamped> {
  source: ListSource<L>;
  first: L;
  definition: FieldsAnswer;
  /** The list as Next sends it. */
  body: (list: L) => Body;
}

/**
 * A step that is a list of people: stored after each change, taken over with Next; which one is open stands in the
 * address. A list that another tab changed is read again and shown before anything is sent over it.
 */
export function useStagedList<L extends Stamped>({ source, first, definition, body }: Options<L>) {
  const { t } = useLingui();
  const { enrollmentId, tab, wizard } = useStep();
  const client = useQueryClient();
  const [list, setList] = useState(first);
  const latest = useRef(first);

  const keep = (saved: L) => {
    client.setQueryData(keys.list(source.name, enrollmentId), saved);
    latest.current = saved;
    setList(saved);
  };
  /** Sends what builds on the list as it was read last; one that another tab changed is shown before. */
  const guarded = async <T>(send: (stamp: string) => Promise<T>, words: string): Promise<T> => {
    try {
      return await send(latest.current.stamp);
    } catch (error) {
      if (!isStale(error)) throw error;
      keep(await source.read(enrollmentId));
      await refreshVersion();
      throw new ApiError({ status: 422, message: words });
    }
  };
  const step = useStepForm({
    answer: { result: [], version: definition.version },
    save: (_payload, extra) =>
      guarded(
        (stamp) => wizardApi.save(enrollmentId, tab, { ...body(latest.current), ...extra, stamp }),
        t`The list was changed in another tab. Please check it and press Next again.`,
      ),
  });
  /** The newest definitions: their version, and the draft of a panel that was left open. */
  const refreshVersion = async () => {
    const latest = await wizardApi.fields(enrollmentId, tab);
    client.setQueryData(keys.fields(enrollmentId, tab.tab_name), latest);
    step.draft.settled(latest.version);
  };
  /**
   * Stores the list after a change, so that nothing waits for Next. `stored` runs with the new list, before anything
   * else may be opened on it; `picture` names the picture of the step that is kept.
   */
  const stage = async (
    changed: Body,
    { stored, picture }: { stored?: () => void; picture?: string } = {},
  ): Promise<void> => {
    const saved = await guarded(
      (stamp) => source.stage(enrollmentId, { ...changed, stamp }),
      t`The list was changed in another tab. Please check it and try again.`,
    );
    // Before a panel may be opened on the new list: its drafts build on this version.
    step.draft.settled(saved.version);
    keep(saved.result);
    stored?.();
    if (picture && !isReadOnlyViewer(wizard)) pictureLater(enrollmentId, tab, picture);
    await refreshVersion();
  };

  /** A list that another call than the source's has changed. */
  const adopt = async (saved: Stored & { result: L }): Promise<void> => {
    step.draft.settled(saved.version);
    keep(saved.result);
    void client.invalidateQueries({ queryKey: keys.cart(enrollmentId) });
    await refreshVersion();
  };

  const { item, heading, openItem } = useOpenItem();
  return { list, step, stage, adopt, refreshVersion, item, heading, openItem };
}

/**
 * Which person's form is open stands in the address. One that was opened here is closed by going back, so that Back in
 * the browser leads from the list to the step before at once. The list's heading has the focus then.
 */
function useOpenItem() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: { opened?: boolean } | null };
  const navigate = useNavigate();
  const item = search.get("item");
  const closing = useRef<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // After the page's own heading, which every change of the address gives the focus to.
  useEffect(() => {
    if (!closing.current || item === closing.current) return;
    closing.current = null;
    if (!item) focusQuietly(heading.current);
  }, [item]);

  const open = (value: string) => {
    const next = new URLSearchParams(search);
    next.set("item", value);
    const options = item ? { replace: true, state } : { state: { ...state, opened: true } };
    setSearch(next, { ...options, preventScrollReset: true });
  };
  const close = () => {
    if (!item || closing.current === item) return;
    closing.current = item;
    if (state?.opened) return void navigate(-1);
    const next = new URLSearchParams(search);
    next.delete("item");
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return { item, heading, openItem: (value: string | null) => (value ? open(value) : close()) };
}

/** The definitions of a person's form and the list, read together. */
export function useStagedData<L extends Stamped>(source: ListSource<L>) {
  const { enrollmentId, tab } = useStep();
  const fields = useFields(tab);
  const list = useStepQuery(keys.list(source.name, enrollmentId), (signal) =>
    source.read(enrollmentId, signal),
  );
  return {
    definition: fields.data,
    list: list.data,
    failed: Boolean(fields.error || list.error),
    retry: () => {
      void fields.refetch();
      void list.refetch();
    },
  };
}
