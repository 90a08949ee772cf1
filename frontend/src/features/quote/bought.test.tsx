import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { rememberReceipt } from "@/lib/last-receipt";
import QuotePage from "./QuotePage";

const refuse = (statusCode: number, data: unknown) =>
  vi.stubGlobal("fetch", async () => {
    const answer = { status: "error", statusCode, message: "It can't be opened.", data };
    return new Response(JSON.stringify(answer), { status: statusCode });
  });

const open = () => {
  setSessionToken("token");
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={["/quote/abc"]}>
          <Routes>
            <Route path="/quote/:token" element={<QuotePage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
};

const target = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

beforeEach(() => sessionStorage.clear());

test("whoever enrolled with a quote in this tab is led to the receipt", async () => {
  refuse(409, { submitted: true });
  rememberReceipt("enrollment-1");
  open();
  expect(await screen.findByText("You have enrolled with this quote.")).toBeTruthy();
  expect(target("See your receipt")).toBe("/confirmation");
});

test("whoever enrolled elsewhere is told where the receipt is", async () => {
  refuse(409, { submitted: true });
  open();
  expect(await screen.findByText("Your receipt is in your confirmation email.")).toBeTruthy();
  expect(target("See your receipt")).toBeUndefined();
});

test("a quote that was withdrawn says so, and leads home", async () => {
  refuse(409, { withdrawn: true });
  open();
  expect(await screen.findByText("It can't be opened.")).toBeTruthy();
  expect(target("Back to Homepage")).toBe("/");
});
