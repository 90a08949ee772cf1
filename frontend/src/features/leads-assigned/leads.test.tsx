import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { setItem } from "@/lib/storage";
import LeadsAssignedPage from "./LeadsAssignedPage";

const LEAD = {
  lead_id: "lead-1",
  phone: "(614) 555-0148",
  email: "ana@mailbox.example",
  status: "NEW",
  finished: true,
  page: "/plans",
  began_on: "11/19/2026",
  changed_on: "11/20/2026",
  answers: [{ question: "Who is the coverage for?", answer: "Just me" }],
  notes: [{ author: "Jordan Lee", at: "2026-11-20T15:00:00Z", text: "Called, no answer" }],
};

test("a lead is searched for, opens with its chat and notes, and its status is saved", async () => {
  const sent: [string, unknown][] = [];
  const paths: string[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    paths.push(address);
    if (init.method === "POST") sent.push([address, JSON.parse(String(init.body))]);
    const page = { result: [LEAD], total: 1, more: false, page: 1, pages: 1, per_page: 10 };
    const data = init.method === "POST" ? LEAD : page;
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
  setSessionToken("token");
  setItem("usertype", "rep");
  setItem("agent_id", 7);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={["/leads"]}>
          <LeadsAssignedPage />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByRole("searchbox", { name: "Search leads" }), "ana");
  await waitFor(() => expect(paths.at(-1)).toContain("search=ana"));
  await user.click(await screen.findByRole("button", { name: "Open lead, ana@mailbox.example" }));
  expect(await screen.findByText("Called, no answer")).toBeTruthy();
  expect(screen.getByText("Who is the coverage for?")).toBeTruthy();
  const [, status] = screen.getAllByLabelText("Status");
  await user.selectOptions(status as HTMLElement, "Contacted");
  expect(sent).toEqual([[expect.stringContaining("/move-lead"), { lead_id: "lead-1", status: "CONTACTED" }]]);
});
