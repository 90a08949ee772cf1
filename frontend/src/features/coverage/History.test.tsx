import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { MemberCoverage } from "@/client";
import { setSessionToken } from "@/lib/api";
import { History } from "./History";
import type { CoverageChange } from "./reads";

beforeEach(() => setSessionToken("token"));

const change = (id: number): CoverageChange => ({
  id: `c${id}`,
  order_id: `o${id}`,
  policy_number: "P-1",
  plan: "Dental",
  kind: "riders",
  title: `Change ${id}`,
  effective: "01/01/2027",
  recorded: "11/24/2026",
  by: "You",
  before: "37.51",
  after: "37.51",
  may_withdraw: false,
  withdrawn_on: "",
});

/** Shows the history of a member whose later pages the server answers with `serve`; undefined is a fault. */
function show(
  changes: CoverageChange[],
  pages: number,
  serve: (page: number) => CoverageChange[] | undefined,
) {
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string) => {
      const page = Number(new URL(address, "http://store.test").searchParams.get("page"));
      const result = serve(page);
      const body = result
        ? { status: "success", statusCode: 200, message: "", data: { result, page, pages, total: 17 } }
        : { status: "error", statusCode: 500, message: "", data: {} };
      return new Response(JSON.stringify(body), { status: result ? 200 : 500 });
    }),
  );
  const coverage: MemberCoverage = {
    member_id: 1,
    name: "Maria Santos",
    first_name: "Maria",
    day: "03/17/2027",
    people: [],
    policies: [],
    month: null,
    designations: [],
    changes,
    changes_pages: pages,
    held: [],
  };
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <History coverage={coverage} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

const titles = () => screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);

test("history is turned page by page with the keyboard, and back", async () => {
  show([change(3), change(2)], 2, () => [change(1)]);
  expect(titles()).toEqual(["Change 3", "Change 2"]);
  screen.getByRole("button", { name: "Page 2" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "Change 1" })).toBeTruthy();
  expect(titles()).toEqual(["Change 1"]);
  await userEvent.click(screen.getByRole("button", { name: "Previous page" }));
  expect(titles()).toEqual(["Change 3", "Change 2"]);
});

test("one page has nothing to turn, and no history no heading", () => {
  const { unmount } = show([change(1)], 1, () => []);
  expect(screen.queryByRole("navigation")).toBeNull();
  unmount();
  show([], 1, () => []);
  expect(screen.queryByRole("heading")).toBeNull();
});

test("a page that can't be read says so, and keeps the pages", async () => {
  show([change(3)], 2, () => undefined);
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Page 1" })).toBeTruthy();
});
