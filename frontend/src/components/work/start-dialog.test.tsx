import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { getItem, setItem } from "@/lib/storage";
import StartDialog from "./StartDialog";

const platform = (id: number, name: string, groups_only = false) => ({
  platform_group_id: id,
  platform_name: name,
  platform_code: name.slice(0, 2),
  groups_only,
});
const PORTALS = [platform(1, "Individual & Family"), platform(2, "Group Benefits", true)];
const GROUPS = [
  { gid: 101, gname: "Acme", gcode: "ACME01", platforms: [2] },
  { gid: 77, gname: "Direct Members", gcode: "DIRECT77", platforms: [1] },
];

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function open(role: "rep" | "group", withCurrent = false) {
  setItem("usertype", role);
  const answers: [string, unknown][] = [
    ["get-enrollment-platforms", role === "rep" ? PORTALS : PORTALS.slice(1)],
    ["get-agent-groups", GROUPS],
    ["get-group-info-enroll", { gid: 101, gname: "Acme", gcode: "ACME01" }],
  ];
  vi.stubGlobal("fetch", async (address: string) => {
    const data = answers.find(([name]) => address.includes(name))?.[1] ?? {};
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <StartDialog withCurrent={withCurrent} onClose={() => {}} />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  await screen.findByRole("radiogroup", { name: "Enrollment portal" });
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const choose = (name: RegExp) => userEvent.click(screen.getByRole("radio", { name }));
const address = () => screen.getByRole("status").textContent;
const kept = () => ["portal_id", "group_id", "enroll_type"].map((key) => getItem(key as "portal_id"));

beforeEach(() => {
  localStorage.clear();
  setSessionToken("token");
  setItem("agent_id", 11);
  setItem("group_id", 101);
});

test("a rep must choose a portal, and starts directly", async () => {
  await open("rep");
  await press("Start Direct Enrollment");
  screen.getByText("Please choose a platform");
  await choose(/Individual/);
  await press("Start Direct Enrollment");
  expect(address()).toBe("/home");
  expect(kept()).toEqual(["1", null, "new-member"]);
});

test("Enroll asks for a group of the portal", async () => {
  await open("rep");
  await choose(/Individual/);
  await press("Enroll");
  screen.getByText("Please choose a group");
  screen.getByRole("button", { name: "Choose enroll for new member" });
  const group = screen.getByRole("combobox", { name: /Group/ });
  expect(within(group).queryByText("Acme")).toBeNull();
  await userEvent.selectOptions(group, "Direct Members");
  await press("Enroll");
  expect(address()).toBe("/home");
  expect(kept()).toEqual(["1", "77", "new-group-member"]);
});

test("a portal for groups isn't started without one", async () => {
  await open("rep");
  await choose(/Group Benefits/);
  expect(screen.queryByRole("button", { name: "Start Direct Enrollment" })).toBeNull();
  await press("Enroll");
  screen.getByText("Please choose a group");
  expect(address()).toBe("/");
});

test("the group that has one portal chooses it", async () => {
  await open("rep");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /Group/ }), "Acme");
  await press("Enroll");
  expect(kept()).toEqual(["2", "101", "new-group-member"]);
});

test("from a landing page a rep may go to the current members in the chosen portal", async () => {
  await open("rep", true);
  await choose(/Current Member/);
  await press("Continue");
  screen.getByText("Please choose a platform");
  await choose(/Individual/);
  await press("Continue");
  expect(address()).toBe("/agent-select-member?portal=1");
});

test("a group administrator's only portal is chosen already", async () => {
  await open("group", true);
  await press("Start New Member Enrollment");
  expect(address()).toBe("/home");
  expect(kept()).toEqual(["2", "101", "new-group-member"]);
});
