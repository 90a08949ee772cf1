import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { CATEGORY_LABELS } from "@/lib/categories";
import { STAY } from "@/lib/page";
import type { UsualYear } from "@/lib/shop/plans";
import { type Chosen, FACET_KEYS } from "./chosen";
import { SORT_KEYS, type SortKey } from "./sort";

const YEARS: UsualYear[] = ["checkups", "crown", "braces", "glasses"];

function pickedIn(search: string): string[] {
  const named = (new URLSearchParams(search).get("type") ?? "").split(",").filter(Boolean);
  const categories = named.filter((key) => key in CATEGORY_LABELS);
  return categories.length > 0 ? categories : named;
}

const chosenIn = (params: URLSearchParams): Chosen =>
  Object.fromEntries(FACET_KEYS.flatMap((key) => (params.get(key) ? [[key, params.get(key) ?? ""]] : [])));

/** Read and write the listing's choices and order in the address, so a listing can be shared and Back works. */
export function useListing() {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const { picked, chosen, search, sort, care, opened } = useMemo(() => {
    const params = new URLSearchParams(query);
    return {
      picked: pickedIn(query),
      chosen: chosenIn(params),
      search: params.get("q") ?? "",
      sort: SORT_KEYS.find((key) => key === params.get("sort")) ?? "low",
      care: YEARS.find((year) => year === params.get("year")) ?? "checkups",
      opened: (params.get("open") ?? "").split(","),
    };
  }, [query]);
  const write = (changes: Chosen, replace = false) => {
    const params = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) params.set(name, value);
      else params.delete(name);
    }
    // Commas are fine in a query, and an address that is shared should be readable.
    void navigate(`?${params.toString().replaceAll("%2C", ",")}`, { replace, state: STAY });
  };
  return {
    picked,
    chosen,
    search,
    sort,
    /** The year of care that the order by yearly cost counts. */
    care,
    opened,
    // The page may be a press behind the address: what this press changes is changed there.
    pick: (categories: string[]) => {
      const visiblePicks = pickedIn(window.location.search).filter(
        (key) => categories.includes(key) || !picked.includes(key),
      );
      const added = categories.filter((key) => !picked.includes(key) && !visiblePicks.includes(key));
      write({ type: [...visiblePicks, ...added].join(",") });
    },
    /** Back must not lead to a selection that leaves nothing. */
    drop: () => write({ type: "" }, true),
    sortBy: (key: SortKey) => write({ sort: key === "low" ? "" : key }),
    careFor: (care: string) => write({ year: care === "checkups" ? "" : care }),
    /** What was unfolded is no place to go back to. */
    open: (category: string) =>
      write({ open: [...opened.filter((key) => key && category !== "all"), category].join(",") }, true),
    /** Back leads out of a facet at once, not through each value that was tried. */
    choose: (key: string, value: string) => write({ [key]: value }, chosen[key] !== undefined),
    find: (words: string) => write({ q: words }, search !== ""),
    clear: () => write(Object.fromEntries(["q", ...FACET_KEYS].map((key) => [key, ""]))),
  };
}

export type Listing = ReturnType<typeof useListing>;
