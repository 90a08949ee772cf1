import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { TodayAnswer } from "@/client";
import { setSessionToken } from "@/lib/api";
import { setItem } from "@/lib/storage";
import { TodayList } from "./TodayList";

const LEAD: TodayAnswer["items"][number] = {
  key: "lead:1",
  kind: "new-lead",
  label: "New lead",
  icon: "chat",
  tone: "lead",
  when: "22 minutes ago",
  late: false,
  due: "",
  title: "Renata Solis",
  href: "/leads/1",
  need: "Dental and vision for a family of four",
  facts: ["Columbus, OH", "(614) 555-0137"],
  worth: "",
  phone: "(614) 555-0137",
  verb: "Start quote",
  to: "/leads/1?quote=1",
  opens: null,
  people: [],
  can_finish: false,
  can_wait: true,
};
const ENDING = {
  ...LEAD,
  key: "ending:2",
  kind: "ending",
  label: "Plan ends 12/31",
  title: "Curtis Bell",
  phone: "",
};

/** A list of so many items; returns what was sent. */
function open(items: TodayAnswer["items"], more: Partial<TodayAnswer> = {}) {
  const sent: [string, unknown][] = [];
  const answer: TodayAnswer = {
    day: "11/30/2026",
    hour: 9,
    items,
    counts: [
      { show: "leads", count: 1, more: false },
      { show: "quotes", count: 0, more: false },
      { show: "clients", count: Math.max(0, items.length - 1), more: false },
    ],
    total: items.length,
    more: false,
    done: [],
    ...more,
  };
  vi.stubGlobal("fetch", async (address: string, init?: { method?: string; body?: string }) => {
    if (init?.method === "POST") sent.push([address.replace("/api/v1/", ""), JSON.parse(init.body ?? "{}")]);
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data: answer }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <TodayList />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return sent;
}

beforeEach(() => {
  setSessionToken("token");
  setItem("usertype", "rep");
  setItem("agent_id", 7);
});

test("a row says who, what and since when, and only the first has a solid button", async () => {
  open([LEAD, ENDING]);
  const call = await screen.findByRole("link", { name: "Call Renata Solis, (614) 555-0137" });
  expect([call.getAttribute("href"), call.dataset.tone]).toEqual(["tel:+16145550137", "primary"]);
  const [first, second] = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(first).toContain("New lead22 minutes agoRenata SolisDental and vision for a family of four");
  expect(second).toContain("Plan ends 12/31");
  const quotes = screen.getAllByRole("link", { name: /^Start quote/ });
  expect(quotes.map((link) => link.dataset.tone)).toEqual(["secondary", "secondary"]);
});

test("filters are links with counts; an empty one isn't offered", async () => {
  open([LEAD, ENDING]);
  const links = await screen.findByRole("navigation", { name: "Show" });
  expect(
    [...links.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["All2", "/"],
    ["Leads1", "/?show=leads"],
    ["Clients1", "/?show=clients"],
  ]);
});

test("after a call the row asks how it went", async () => {
  const sent = open([LEAD]);
  await userEvent.click(await screen.findByRole("link", { name: "Call Renata Solis, (614) 555-0137" }));
  expect(screen.getByText("How did the call with Renata Solis go?")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Add a note" }).getAttribute("href")).toBe("/leads/1");
  await userEvent.click(screen.getByRole("button", { name: "No answer" }));
  expect(sent).toEqual([["log-call", { key: "lead:1", outcome: "no_answer" }]]);
});

test("an item can wait until tomorrow or a day, and one with its own end isn't ticked off", async () => {
  const sent = open([LEAD]);
  await userEvent.click(await screen.findByRole("button", { name: "More for Renata Solis" }));
  expect(screen.queryByRole("button", { name: "Mark as done" })).toBeNull();
  await userEvent.type(screen.getByRole("textbox", { name: "Remind me on" }), "12/07/2026");
  await userEvent.click(screen.getByRole("button", { name: "Set reminder" }));
  expect(sent).toEqual([["mark-today-item", { key: "lead:1", mark: "later", until: "12/07/2026" }]]);
});

test("more than twenty rows wait behind a button", async () => {
  open(Array.from({ length: 34 }, (_, number) => ({ ...ENDING, key: `ending:${number}` })));
  await userEvent.click(await screen.findByRole("button", { name: "Show 14 more" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(34);
});

test("nothing to do is said, and what was done can be opened again", async () => {
  const at = "2026-11-30T14:44:00Z";
  const sent = open([], {
    done: [{ key: "ending:2", label: "Plan ends", title: "Curtis Bell", href: "", at }],
  });
  await screen.findByRole("heading", { name: "Nothing is waiting for you" });
  await userEvent.click(screen.getByRole("button", { name: "See what you finished" }));
  await userEvent.click(screen.getByRole("button", { name: "Undo, Curtis Bell" }));
  expect(sent).toEqual([["mark-today-item", { key: "ending:2", mark: "open", until: "" }]]);
});
