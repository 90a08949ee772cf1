import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { OwnPayments } from "@/client";
import { setSessionToken } from "@/lib/api";
import { partOf } from "@/testing/partOf";
import PaymentForm from "./PaymentForm";

const OFFER = { method: "eft", digest: "d", items: ["You agree."], starts_on: "01/01/2027" };

test("a new sign-in link goes to the account's own address; other ways to sign in are a link away", async () => {
  setSessionToken("token");
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    if (init?.method === "POST") sent.push(`${address} ${String(init.body)}`);
    const data = address.includes("session/me") ? { email: "own@mail.example" } : null;
    return new Response(
      JSON.stringify({ status: "success", statusCode: 200, message: "We sent a link.", data }),
    );
  });
  const own = partOf<OwnPayments>({ proof: "sign_in", home_address: "", typed_cards: false });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={["/member-home/payments"]}>
          <PaymentForm
            own={{ ...own, offers: [partOf<OwnPayments["offers"][number]>(OFFER as never)] }}
            onClose={() => {}}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  const other = await screen.findByRole("link", { name: "Other ways to sign in" });
  expect(other.getAttribute("href")).toBe("/sign-in?next=%2Fmember-home%2Fpayments");
  await userEvent.click(screen.getByRole("button", { name: "Email me a link" }));
  expect(await screen.findByText("We sent a link.")).toBeTruthy();
  expect(sent).toEqual(['/api/v1/session/link {"email":"own@mail.example"}']);
});
