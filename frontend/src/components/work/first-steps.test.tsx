import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { setItem } from "@/lib/storage";
import { FirstSteps } from "./FirstSteps";

const step = (title: string, done: boolean) => ({ title, text: `Why: ${title}`, href: `/${title}`, done });

/** The panel of a rep whose steps are so. */
function open(...done: boolean[]) {
  cleanup();
  const data = done.map((isDone, index) => step(`step-${index + 1}`, isDone));
  const fetch = vi.fn(
    async () => new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data })),
  );
  vi.stubGlobal("fetch", fetch);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <h1>Home</h1>
          <FirstSteps />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { fetch, client };
}

const heading = () => screen.queryByRole("heading", { name: "First steps" });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  setSessionToken("token");
  setItem("usertype", "rep");
  setItem("agent_id", 7);
});

test("steps to do are links, those that are done aren't", async () => {
  open(true, false, false);
  await screen.findByText("1 of 3 done");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/step-2",
    "/step-3",
  ]);
  expect(screen.getByText("step-1")).toBeTruthy();
});

test("once all is done the panel is gone", async () => {
  const { client } = open(true, true);
  await waitFor(() => expect(client.getQueryState(["first-steps", "rep:7"])?.status).toBe("success"));
  expect(heading()).toBeNull();
});

test("a hidden panel stays hidden, for its reader only", async () => {
  open(false);
  await userEvent.click(await screen.findByRole("button", { name: "Hide first steps" }));
  expect(heading()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Home" }));
  const { fetch } = open(false);
  expect(heading()).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
  setItem("agent_id", 8);
  open(false);
  await screen.findByRole("heading", { name: "First steps" });
});
