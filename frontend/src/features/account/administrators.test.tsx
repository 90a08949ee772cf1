import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Administrator } from "@/client";
import { setSessionToken } from "@/lib/api";
import { AdministratorsPanel } from "./AdministratorsPanel";

const row = (administrator_id: number, more: Partial<Administrator>): Administrator => ({
  administrator_id,
  name: "Kit Marsh",
  email: "kit@acme.example",
  receives_mail: false,
  since: "2026-11-22T14:00:00Z",
  state: "active",
  current: false,
  ...more,
});
const KIT = row(1, { current: true });
const ANA = row(2, { name: "Ana Ruiz", email: "ana@acme.example", state: "invited" });

/** The panel of a group with these administrators; calls that change something are kept. */
function open(...rows: Administrator[]) {
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (address: string, { method, body }: RequestInit) => {
    if (method !== "GET") sent.push([address.split("/").at(-1) ?? "", JSON.parse(String(body))]);
    const data = { result: rows };
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "Done", data }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <AdministratorsPanel />
      </QueryClientProvider>
    </I18nProvider>,
  );
  return sent;
}

beforeEach(() => setSessionToken("token"));

test("the only administrator can't be removed", async () => {
  open(KIT);
  await screen.findByText("Kit Marsh");
  expect(screen.queryByRole("button", { name: /Remove/ })).toBeNull();
});

test("another one is removed after a question", async () => {
  const sent = open(KIT, ANA);
  await userEvent.click(await screen.findByRole("button", { name: "Remove: Ana Ruiz" }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Remove", hidden: true }));
  expect(sent).toEqual([["remove", { administrator_id: 2 }]]);
});

test("somebody is invited by name and address", async () => {
  const sent = open(KIT);
  await userEvent.click(await screen.findByRole("button", { name: "Send the invitation" }));
  expect(screen.getAllByText("Field is required").length).toBeGreaterThan(0);
  await userEvent.type(screen.getByLabelText("Name"), " Ana Ruiz ");
  await userEvent.type(screen.getByLabelText("Email address"), "ana@acme.example");
  await userEvent.selectOptions(screen.getByLabelText("Language of the email"), "es");
  await userEvent.click(screen.getByRole("button", { name: "Send the invitation" }));
  expect(sent).toEqual([["invite", { name: "Ana Ruiz", email: "ana@acme.example", language: "es" }]]);
});

test("mail about applications is turned on for one of them", async () => {
  const sent = open(KIT, ANA);
  await userEvent.click((await screen.findAllByRole("checkbox"))[1] as HTMLElement);
  expect(sent).toEqual([["mail", { administrator_id: 2, receives_mail: true }]]);
});
