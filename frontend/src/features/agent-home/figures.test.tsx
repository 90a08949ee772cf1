import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { DeskFigures } from "@/client";
import { setSessionToken } from "@/lib/api";
import { MonthPanel } from "./MonthPanel";

const FIGURES: DeskFigures = {
  month: {
    starts_on: "11/01/2026",
    enrollments: 23,
    quotes: 41,
    quotes_open: 9,
    quotes_won: 13,
    conversion: 31,
  },
  before: {
    starts_on: "10/01/2026",
    enrollments: 19,
    quotes: 30,
    quotes_open: 0,
    quotes_won: 10,
    conversion: 33,
  },
  premium: "3182.40",
  weeks: [
    { starts_on: "11/09/2026", enrollments: 8 },
    { starts_on: "11/16/2026", enrollments: 11 },
  ],
};

function draw(data: DeskFigures) {
  const answer = JSON.stringify({ status: "success", statusCode: 200, message: "", data });
  vi.stubGlobal("fetch", async () => new Response(answer));
  setSessionToken("token");
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <MonthPanel />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

const definitions = () => screen.getAllByRole("definition").map((node) => node.textContent);

test("a month's figures stand beside those of the month before", async () => {
  draw(FIGURES);
  await screen.findByRole("heading", { name: "November so far" });
  expect(definitions()).toEqual([
    "23",
    "+4 compared with October",
    "$3,182.40",
    "41",
    "9 still open",
    "13",
    "31% of those sent",
  ]);
  expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual(["811/09", "11This week"]);
  const bars = [...document.querySelectorAll("figure i")].map((bar) => (bar as HTMLElement).style.height);
  expect(bars).toEqual(["49px", "67px"]);
});

test("a desk where nothing happened yet has no share to tell", async () => {
  const none = { enrollments: 0, quotes: 0, quotes_open: 0, quotes_won: 0, conversion: null };
  draw({
    ...FIGURES,
    month: { ...FIGURES.month, ...none },
    before: { ...FIGURES.before, ...none },
    premium: "0.00",
  });
  await screen.findByRole("heading", { name: "November so far" });
  expect(definitions()).toEqual(["0", "Same as October", "$0.00", "0", "0"]);
});
