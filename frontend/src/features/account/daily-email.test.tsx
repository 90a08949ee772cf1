import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Toaster } from "@/components/ui/Toast";
import { setSessionToken } from "@/lib/api";
import { DailyEmailPanel } from "./DailyEmailPanel";

test("the switch of the daily email says that it was saved where everyone sees it", async () => {
  setSessionToken("token");
  vi.stubGlobal("fetch", async (_address: string, { body }: RequestInit = {}) => {
    const data = { on: body ? JSON.parse(String(body)).on : true };
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <DailyEmailPanel />
        <Toaster />
      </QueryClientProvider>
    </I18nProvider>,
  );
  await userEvent.click(await screen.findByRole("checkbox", { checked: true }));
  const said = await screen.findByText("The daily email is off.");
  expect(within(screen.getByRole("status")).getByRole("button", { name: "Dismiss" })).toBeTruthy();
  await userEvent.click(screen.getByRole("checkbox", { checked: false }));
  expect(await screen.findByText("The daily email is on.")).toBeTruthy();
  expect(said.isConnected).toBe(false);
});
