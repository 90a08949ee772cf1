import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { getItem, setItem } from "@/lib/storage";
import MembersPage from "./MembersPage";

const ROW = {
  user_id: 5001,
  name: "Maria Santos",
  dob: "03/14/1986",
  policy_id: "PF-1",
  email: "maria@mail.example",
  ssn: "Ending 0001",
  group_info: { group_id: 101, group_name: "Acme" },
  plan_info: [
    { plan: 1, plan_name: "Halden Dental", plan_status: "ACTIVE" },
    { plan: 2, plan_name: "Claropoint Vision", plan_status: "INACTIVE" },
  ],
};
const page = (rows: object[], total = rows.length) => ({
  result: rows,
  total,
  page: 1,
  pages: Math.max(1, Math.ceil(total / 5)),
  per_page: 5,
});

/** Answers the list of members by its query; undefined is a fault of the server. */
function serve(list: (query: URLSearchParams) => object | undefined) {
  const fetched = vi.fn(async (address: string) => {
    const data = list(new URL(address, "http://store.test").searchParams);
    const body = data
      ? { status: "success", statusCode: 200, message: "", data }
      : { status: "error", statusCode: 500, message: "", data: {} };
    return new Response(JSON.stringify(body), { status: data ? 200 : 500 });
  });
  vi.stubGlobal("fetch", fetched);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={["/group-select-member"]}>
          <MembersPage />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return fetched;
}

beforeEach(() => {
  setSessionToken("token");
  setItem("usertype", "group");
  setItem("group_id", 101);
});

test("plans that are over say so in words, and the number stays masked", async () => {
  serve(() => page([ROW], 12));
  expect(await screen.findByText("(inactive)")).toBeTruthy();
  expect(screen.getByText("Ending 0001")).toBeTruthy();
  expect(screen.getByText("Showing 1 to 1 of 12")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Enroll Now, Maria Santos" })).toBeTruthy();
});

test("the server searches; a search without a match can be taken back", async () => {
  const searches: string[] = [];
  serve((query) => {
    searches.push(query.get("search") ?? "");
    return page(query.get("search") === "nobody" ? [] : [ROW]);
  });
  const user = userEvent.setup();
  await user.type(await screen.findByRole("searchbox"), "nobody");
  expect(await screen.findByText("No members match your search")).toBeTruthy();
  expect(searches).toContain("nobody");
  expect(searches).not.toContain("nobod");
  await user.click(screen.getByRole("button", { name: "Show all members" }));
  expect(await screen.findByText("Maria Santos")).toBeTruthy();
});

test("a list without anybody leads to the first enrollment", async () => {
  serve(() => page([]));
  expect(await screen.findByText("No members yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Enroll a new member" }).getAttribute("href")).toBe("/group-home");
});

test("a fault says what failed and can be tried again", async () => {
  let broken = true;
  serve(() => (broken ? undefined : page([ROW])));
  expect(await screen.findByText("We could not load the members")).toBeTruthy();
  broken = false;
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Maria Santos")).toBeTruthy();
});

const CART = {
  result: [
    { plan_id: 1, plan_name: "Halden Dental", removable: 1 },
    { plan_id: 2, plan_name: "Claropoint Vision", removable: 1 },
  ],
};

test("a running cart is named before somebody else's enrollment empties it", async () => {
  setItem("tempId", "running");
  setItem("cartCount", 2);
  serve((query) => (query.get("enrollment_id") ? CART : page([ROW])));
  const user = userEvent.setup();
  const enroll = await screen.findByRole("button", { name: "Enroll Now, Maria Santos" });
  await user.click(enroll);
  expect(await screen.findByText(/In your cart: Halden Dental and Claropoint Vision/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Keep my cart" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(getItem("tempId")).toBe("running");
  expect(document.activeElement).toBe(enroll);

  await user.click(enroll);
  await user.click(await screen.findByRole("button", { name: "Start new enrollment" }));
  expect(await screen.findByRole("dialog", { name: "Please choose the tier" })).toBeTruthy();
});

test("an empty cart is no question", async () => {
  setItem("tempId", "running");
  setItem("cartCount", 0);
  serve(() => page([ROW]));
  await userEvent.setup().click(await screen.findByRole("button", { name: "Enroll Now, Maria Santos" }));
  expect(await screen.findByRole("dialog", { name: "Please choose the tier" })).toBeTruthy();
});
