import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { queryClient } from "@/lib/query";
import { getItem, setItem } from "@/lib/storage";
import { EditSearch } from "./EditSearch";
// Parts that come later are there already: a busy machine takes its time over them.
import "./DependentDialog";
import "./EditForm";
import "./ExpiredQuote";
import "./StartOverDialog";
import "@/locales/en/dialogs.po";

const BASICS = { zip: "60601", state: "IL", dob: "04/17/1989", gender: "1", tier: "IO", is_smoker: null };
let sent: { method: string; address: string; body: unknown }[] = [];

/** The panel over a running quote with these answers. */
function open(answers: object = {}, dependents: object = {}) {
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    sent.push({ method, address: String(address), body: body ? JSON.parse(String(body)) : null });
    const data = address.includes("get-temp-dependent-info")
      ? { spouse_dob: "", no_of_children: null, ...dependents }
      : { result: { ...BASICS, ...answers } };
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <EditSearch />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

const edit = async () => userEvent.click(await screen.findByRole("button", { name: "Edit" }));

beforeEach(() => {
  sent = [];
  queryClient.clear();
  setSessionToken("token");
  setItem("tempId", "quote-1");
});

afterEach(cleanup);

test("tobacco use is corrected where the other answers are", async () => {
  open({ is_smoker: 0 });
  await edit();
  const field = await screen.findByLabelText<HTMLSelectElement>("Do you smoke?");
  expect(field.value).toBe("0");
  await userEvent.selectOptions(field, "Yes");
  await userEvent.click(screen.getByRole("button", { name: "Update prices" }));
  const change = sent.find(({ method }) => method === "PUT");
  expect(change?.address).toContain("change-filter-info/quote-1");
  expect(change?.body).toEqual({ zip: "60601", dob: "04/17/1989", gender: "1", tier: "IO", is_smoker: "1" });
});

test("tobacco use is no question of the panel before a plan asks for it", async () => {
  open();
  await edit();
  await screen.findByLabelText("Zip Code");
  expect(screen.queryByLabelText("Do you smoke?")).toBeNull();
});

test("a visitor starts over after a confirmation", async () => {
  setItem("cartCount", 2);
  setItem("portal_id", 3);
  open();
  await edit();
  await userEvent.click(await screen.findByRole("button", { name: "Start over" }));
  expect(getItem("tempId")).toBe("quote-1");
  await userEvent.click(await screen.findByRole("button", { name: "Keep my answers" }));
  expect(getItem("cartCount")).toBe("2");
  await userEvent.click(await screen.findByRole("button", { name: "Start over" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Start over" }));
  expect(["tempId", "cartCount", "portal_id"].map((key) => getItem(key as "tempId"))).toEqual([
    null,
    null,
    null,
  ]);
  expect((await screen.findByLabelText<HTMLInputElement>("Zip Code")).value).toBe("");
});

test("who is covered is asked once for a tier, also after the page comes again", async () => {
  const first = open({ tier: "IS" });
  await userEvent.click(await screen.findByRole("button", { name: "Not now" }));
  first.unmount();
  queryClient.clear();
  open({ tier: "IS" });
  await edit();
  await screen.findByLabelText("Zip Code");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("another tier asks again", async () => {
  setItem("dependentsAsked", "quote-1 IS");
  open({ tier: "IF" });
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("an expired quote says so, and one press brings back its answers and plans", async () => {
  const renewed = { temp_enrollment_id: "quote-2", portal_id: null, count: 1, cart_lines: [] };
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    sent.push({ method, address: String(address), body: body ? JSON.parse(String(body)) : null });
    const over = { status: "error", statusCode: 200, errorCode: "enrollmentIdError", message: "", data: {} };
    const data = address.includes("renew-quote") ? renewed : { result: BASICS };
    const old = address.includes("enrollment_id=quote-1");
    return new Response(JSON.stringify(old ? over : { status: "success", statusCode: 200, data }));
  });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <EditSearch />
      </QueryClientProvider>
    </I18nProvider>,
  );
  expect(await screen.findByText("Your quote has expired. Please start again.")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Start again" }));
  expect(await screen.findByText("Zip 60601")).toBeDefined();
  expect(screen.queryByText("Your quote has expired. Please start again.")).toBeNull();
  expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ enrollment_id: "quote-1" });
  expect([getItem("tempId"), getItem("cartCount")]).toEqual(["quote-2", "1"]);
});

test.each([1, null])(
  "with a premier plan in the cart, counted here or not, Me & My Children reads Member + 1 Child",
  async (count) => {
    queryClient.clear();
    setItem("cartCount", count);
    vi.stubGlobal("fetch", async (address: string) => {
      const data = address.includes("get-more-requirement") ? true : { result: { ...BASICS, tier: "IC" } };
      return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
    });
    render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <EditSearch />
        </QueryClientProvider>
      </I18nProvider>,
    );
    expect(await screen.findByText("Member + 1 Child")).toBeDefined();
    await edit();
    expect(await screen.findByRole("option", { name: "Member + 1 Child" })).toBeDefined();
    setItem("cartCount", null);
  },
);
