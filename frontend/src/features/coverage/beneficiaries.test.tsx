import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { MemberCoverage } from "@/client";
import { setSessionToken } from "@/lib/api";
import { partOf } from "@/testing/partOf";
import { BeneficiariesForm } from "./BeneficiariesForm";

test("a trust isn't asked whether it is under 18", async () => {
  setSessionToken("token");
  const choices = [
    { value: "child", name: "Child", is_person: true },
    { value: "trust", name: "Trust", is_person: false },
  ];
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data: choices })),
  );
  const row = partOf<MemberCoverage["designations"][number]>({ policy_number: "L-1", people: [] });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <BeneficiariesForm row={row} onClose={() => {}} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  await userEvent.selectOptions(
    await screen.findByLabelText("Relationship"),
    await screen.findByRole("option", { name: "Child" }),
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "Under 18" }));
  expect(screen.getByLabelText(/^Trustee/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Relationship"), "Trust");
  expect(screen.queryByRole("checkbox", { name: "Under 18" })).toBeNull();
  expect(screen.queryByLabelText(/^Trustee/)).toBeNull();
});
