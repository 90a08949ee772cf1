import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { setItem } from "@/lib/storage";
import GroupHomePage from "./GroupHomePage";

const PORTALS = ["Group Benefits", "Association"].map((platform_name, index) => ({
  platform_group_id: index + 1,
  platform_name,
  platform_code: `P${index}`,
}));

/** The home of a group that has so many portals. */
function open(count: number) {
  const answers: [string, unknown][] = [
    ["get-enrollment-platforms", PORTALS.slice(0, count)],
    ["get-group-info-enroll", { gid: 101, gname: "Acme", gcode: "ACME01" }],
  ];
  vi.stubGlobal("fetch", async (address: string) => {
    const data = answers.find(([name]) => address.includes(name))?.[1] ?? { result: [], total: 0, pages: 1 };
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <GroupHomePage />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

const checked = () => screen.getAllByRole<HTMLInputElement>("radio").map((radio) => radio.checked);

beforeEach(() => {
  setSessionToken("token");
  setItem("usertype", "group");
  setItem("group_id", 101);
});

test("the only portal is chosen already", async () => {
  open(1);
  await screen.findByText("Group Benefits");
  expect(checked()).toEqual([true]);
});

test("of several portals one must be chosen", async () => {
  open(2);
  await screen.findByText("Association");
  expect(checked()).toEqual([false, false]);
  await userEvent.click(screen.getByRole("button", { name: "Start New Member Enrollment" }));
  expect(screen.getByText("Please choose a platform")).toBeTruthy();
});
