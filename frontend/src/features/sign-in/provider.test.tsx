import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { saveReturnPath, takeReturnPath } from "./returnTo";
import SignInRoutes from "./routes";

type Answer = { status?: string; errorCode?: string; message?: string; data: unknown };

/** Answers by method and path; returns what was sent. */
function serve(answers: Record<string, Answer>, at: string) {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const call = `${init?.method ?? "GET"} ${new URL(address, "http://store.test").pathname}`;
    sent.push(`${call} ${String(init?.body ?? "")}`.trim());
    const answer = answers[call.replace(/^(\w+) \/api\/v1\//, "$1 ")] ?? { data: {} };
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", ...answer }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="/sign-in/*" element={<SignInRoutes />} />
            <Route path="*" element={<p>arrived</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return sent;
}

beforeEach(() => {
  sessionStorage.clear();
  setSessionToken("token");
});

test("a brand without a provider offers the password alone", async () => {
  const sent = serve({ "GET session/sign-on": { data: { name: "" } } }, "/sign-in");
  await waitFor(() => expect(sent).toContain("GET /api/v1/session/sign-on"));
  expect(screen.queryByRole("button", { name: /Sign in with/ })).toBeNull();
});

test("a provider that is down is told beside its button", async () => {
  const down = {
    status: "error",
    errorCode: "ssoUnavailable",
    message: "We can't reach Shop ID right now.",
    data: {},
  };
  serve({ "GET session/sign-on": { data: { name: "Shop ID" } }, "POST session/sign-on": down }, "/sign-in");
  await userEvent.click(await screen.findByRole("button", { name: "Sign in with Shop ID" }));
  expect((await screen.findByRole("alert")).textContent).toContain("We can't reach Shop ID right now.");
});

test("what the provider sent back is used once, and leads to where the person wanted to go", async () => {
  saveReturnPath("/cart");
  const who = { role: "rep", name: "Jordan Lee", email: "rep@demo.test" };
  const sent = serve(
    {
      "POST session/sign-on/confirm": { data: { token: "new", role: "rep", name: "Jordan Lee" } },
      "GET session/me": { data: who },
    },
    "/sign-in/single?code=abc&state=xyz",
  );
  await screen.findByText("arrived");
  const confirmed = sent.filter((call) => call.includes("sign-on/confirm"));
  expect(confirmed).toEqual([`POST /api/v1/session/sign-on/confirm {"code":"abc","state":"xyz"}`]);
  expect(takeReturnPath()).toBeNull();
});

test("who comes back without having signed in there is told so", async () => {
  const sent = serve({}, "/sign-in/single?error=access_denied");
  expect((await screen.findByRole("alert")).textContent).toContain("You weren't signed in on that device.");
  expect(sent).toEqual([]);
});

test("a mailed link asks an account with two-step sign-in for its code", async () => {
  const needed = {
    status: "error",
    errorCode: "secondFactor",
    message: "Enter the code that your authenticator app shows.",
    data: { ticket: "signed-ticket" },
  };
  const sent = serve(
    {
      "POST session/link/info": { data: { purpose: "link", email: "m***@demo.test" } },
      "POST session/link/confirm": needed,
      "POST session/second-factor": { data: { token: "new" } },
      "GET session/me": { data: { role: "member" } },
    },
    "/sign-in/link#secret-of-themail",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
  await userEvent.type(await screen.findByLabelText(/Code/), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText("arrived");
  expect(sent).toContain('POST /api/v1/session/second-factor {"ticket":"signed-ticket","code":"123456"}');
});
