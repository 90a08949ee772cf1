import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { DeskFigures } from "@/client";
import { setSessionToken } from "@/lib/api";
import { Figures } from "./Figures";
import { Weeks } from "./Weeks";

const FIGURES: DeskFigures = {
  month: { starts_on: "11/01/2026", enrollments: 23, quotes: 41, quotes_open: 9, conversion: 31 },
  before: { starts_on: "10/01/2026", enrollments: 19, quotes: 30, quotes_open: 0, conversion: 33 },
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
        <Figures />
        <Weeks />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

const definitions = () => screen.getAllByRole("definition").map((node) => node.textContent);

test("a month's figures stand beside those of the month before", async () => {
  draw(FIGURES);
  await screen.findByText("Monthly premium written");
  expect(definitions()).toEqual(["23+4 on October", "419 still open", "31%-2 pts on October", "$3,182.40"]);
  screen.getByRole("img", { name: "Enrollments per week for 2 weeks, 11 this week" });
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual(["Week ofEnrollments", "11/09/20268", "11/16/202611"]);
  const bars = [...document.querySelectorAll("rect")].map((bar) => Number(bar.getAttribute("height")));
  expect(bars).toEqual([96, 132]);
});

test("a desk where nothing happened yet has no share to tell", async () => {
  const none = { enrollments: 0, quotes: 0, quotes_open: 0, conversion: null };
  draw({
    ...FIGURES,
    month: { ...FIGURES.month, ...none },
    before: { ...FIGURES.before, ...none },
    premium: "0.00",
  });
  await screen.findByText("Monthly premium written");
  expect(definitions()).toEqual(["0as in October", "0", "–", "$0.00"]);
});
