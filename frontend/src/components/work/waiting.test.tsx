import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { setItem } from "@/lib/storage";
import { Waiting } from "./Waiting";

const PAGE = { more: false, page: 1, per_page: 5 };
const SAVED = {
  ...PAGE,
  total: 7,
  pages: 2,
  result: [
    {
      enrollment_id: "e-1",
      name: "Maren Castillo",
      step: "Billing Information",
      monthly: "131.40",
      changed_on: "11/20/2026",
    },
  ],
};
const QUOTES = {
  ...PAGE,
  total: 1,
  pages: 1,
  result: [{ quote_id: "q-1", name: "Kofi Mensah", monthly: "112.05", opened_on: "11/20/2026" }],
};

const NONE = { ...PAGE, total: 0, pages: 1, result: [] };

function draw(saved: object, quotes: object, questions: object = NONE) {
  const paths: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    paths.push(address);
    const listed = address.includes("outcome=waiting") ? questions : quotes;
    const data = address.includes("get-work-list") ? saved : listed;
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
  setSessionToken("token");
  setItem("usertype", "rep");
  setItem("agent_id", 7);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Waiting />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return paths;
}

test("what was saved can be continued, and opened quotes are named", async () => {
  const paths = draw(SAVED, QUOTES);
  expect(await screen.findByRole("button", { name: "Continue, Maren Castillo" })).toBeTruthy();
  expect(screen.getByText("Billing Information")).toBeTruthy();
  expect(screen.getByRole("link", { name: "All 7" }).getAttribute("href")).toBe("/enrollments?status=saved");
  expect(await screen.findByText("Kofi Mensah")).toBeTruthy();
  expect(screen.getByText("$112.05")).toBeTruthy();
  expect(paths.some((path) => path.includes("status=saved"))).toBe(true);
  expect(paths.some((path) => path.includes("outcome=opened"))).toBe(true);
});

test("a client's question leads to the quotes that wait for an answer", async () => {
  draw(NONE, NONE, {
    ...PAGE,
    total: 6,
    pages: 2,
    result: [{ quote_id: "q-1", name: "Kofi Mensah", waiting: 2 }],
  });
  const link = await screen.findByRole("link", { name: "Answer question, Kofi Mensah" });
  expect(link.getAttribute("href")).toBe("/quotes?outcome=waiting");
  expect(screen.getByText("2 questions wait")).toBeTruthy();
  expect(screen.getByRole("link", { name: "All 6" }).getAttribute("href")).toBe("/quotes?outcome=waiting");
});

test("nothing is shown while nothing waits", async () => {
  const paths = draw(NONE, NONE);
  await vi.waitFor(() => expect(paths.length).toBe(3));
  expect(screen.queryByRole("heading")).toBeNull();
});
