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

const SPLIT = { premium: "", employer: "", own: "", each_pay: "" };
const PEOPLE = {
  result: [],
  total: 0,
  more: false,
  page: 1,
  pages: 1,
  per_page: 1,
  group_name: "Acme",
  day: "11/30/2026",
  counts: { everybody: 0, in_force: 0, joining: 0, leaving: 0, left: 0, waiting: 0 },
  total_split: SPLIT,
  classes: [],
};
const WALTER = {
  member_id: 7,
  name: "Walter Nguyen",
  class_name: "Hourly",
  until: "12/04/2026",
  new_hire: false,
  invited: true,
  signed_in: true,
  stopped_on: "",
  stopped_at: "",
  reminded_on: "",
  bounced: "",
  may_remind: true,
};
const MARCUS = {
  ...WALTER,
  member_id: 8,
  name: "Marcus Dunmore",
  bounced: "m@mialbox.example",
  may_remind: false,
};
const ROUND = {
  result: [WALTER, MARCUS],
  total: 2,
  more: false,
  page: 1,
  pages: 1,
  per_page: 8,
  state: "open",
  opens_on: "11/16/2026",
  closes_on: "12/04/2026",
  coverage_start: "01/01/2027",
  days_left: 4,
  enrolled: 17,
  started: 0,
  missed: 0,
  remindable: 1,
  ahead: [],
};

/** The home of a group that has so many portals. */
function open(count: number) {
  const answers: [string, unknown][] = [
    ["get-enrollment-platforms", PORTALS.slice(0, count)],
    ["get-group-info-enroll", { gid: 101, gname: "Acme", gcode: "ACME01" }],
    ["get-group-enrollment", ROUND],
    ["get-group-people", PEOPLE],
    ["get-group-activity", []],
    ["get-first-steps", []],
    ["get-today", { items: [], counts: [], done: [], total: 0 }],
    ["remind-group-people", { reminded: 1 }],
  ];
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    if (init?.method === "POST") sent.push(`${address} ${String(init.body)}`);
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
  return sent;
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

test("everyone who can get a reminder is reminded in two presses", async () => {
  const sent = open(1);
  await screen.findByRole("heading", { name: "2 people haven't enrolled yet" });
  expect(screen.getByRole("link", { name: "Fix email, Marcus Dunmore" }).getAttribute("href")).toBe(
    "/group-home/people/8?change=email",
  );
  await userEvent.click(screen.getByRole("button", { name: "Remind 1 person" }));
  await userEvent.click(screen.getByRole("button", { name: "Send reminders" }));
  await screen.findByText("Reminder sent to 1 person");
  expect(sent.filter((call) => call.includes("remind-group-people"))).toHaveLength(1);
});
