import { useState } from "react";
import { useLocation } from "react-router";
import { STAY } from "@/lib/page";
import { useSearchParams } from "@/lib/router";

interface ListOptions {
  /** The order of a list nobody has sorted, "-" turned round. */
  sort: string;
  /** The columns that it can be sorted by; by default the one of `sort`. */
  sorts?: string[];
  /** Name in the address of the one column that rows can be chosen by. */
  filter: string;
  /** A search that the page before asked for. Given, it stays with the entry of the history. */
  handed?: string;
}

const plain = (sort: string) => sort.replace(/^-/, "");

/** Return the search that the page before asked for, "" for none. */
export const useHanded = (): string => (useLocation().state as { search?: string } | null)?.search ?? "";

/** Page, order and choice stand in the address, so Back works; what was searched for names people and doesn't. */
export function useListState({ sort, sorts = [plain(sort)], filter, handed }: ListOptions) {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(handed ?? "");
  const requestedSort = params.get("sort") ?? sort;
  const write = (changes: Record<string, string>, stay = {}) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ page: "", ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true, state: { ...stay, ...(handed === undefined ? {} : { search }) } });
  };
  return {
    page: Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1),
    sort: sorts.includes(plain(requestedSort)) ? requestedSort : sort,
    chosen: params.get(filter) ?? "",
    search,
    find: (text: string) => {
      setSearch(text);
      if (params.has("page")) write({});
    },
    clear: () => {
      setSearch("");
      setParams(new URLSearchParams(), { replace: true });
    },
    goTo: (page: number) => write({ page: page > 1 ? String(page) : "" }),
    sortBy: (by: string) => write({ sort: by === sort ? "" : by }),
    choose: (value: string) => write({ [filter]: value }),
    /** Something else that the page keeps in the address. The focus stays where it is typed. */
    value: (name: string) => params.get(name) ?? "",
    setValue: (name: string, value: string) => write({ [name]: value }, STAY),
    /** The filters and the order, to be saved under a name. */
    view: () => {
      const kept = new URLSearchParams(params);
      kept.delete("page");
      kept.delete("quote");
      kept.sort();
      return kept.toString();
    },
    /** Shows a saved view; "" is the whole list. */
    show: (query: string) => setParams(new URLSearchParams(query), { replace: true, state: STAY }),
  };
}

export type ListState = ReturnType<typeof useListState>;
