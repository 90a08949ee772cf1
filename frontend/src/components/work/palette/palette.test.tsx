import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import Shortcuts from "@/components/session/Shortcuts";
import { setSessionToken } from "@/lib/api";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { setItem } from "@/lib/storage";
import Palette from "./Palette";

const CLIENT = { member_id: 5001, name: "Maria Santos", group: "Acme", place: "Columbus, OH" };
const EMPTY = { more: false, page: 1, pages: 1, per_page: 5, total: 0, result: [] };
const PLAN = { pid: 12, plan_name: "Bright Dental 1500", category_label: "Dental", carrier_name: "Halden" };
const asked: string[] = [];

function Shown() {
  const overlay = useOverlay();
  return (
    <>
      <output>{useLocation().pathname}</output>
      {overlay === "palette" && <Palette onClose={closeOverlay} />}
      {overlay === "keys" && <p>keys</p>}
    </>
  );
}

function draw(role: string, agentId = 7) {
  setSessionToken("token");
  setItem("usertype", role);
  setItem("username", "Jordan Lee");
  setItem("agent_id", agentId);
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={["/agent-home"]}>
          <Shortcuts />
          <input aria-label="A field" />
          <Shown />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  closeOverlay();
  asked.length = 0;
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const rows = address.includes("get-clients") ? [CLIENT] : address.includes("plans") ? [PLAN] : [];
    const data = { ...EMPTY, total: rows.length, result: rows };
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
});

test("a rep finds a client by keys alone, and only what a rep may ask for is asked", async () => {
  draw("rep");
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox");
  fireEvent.change(field, { target: { value: "Santos" } });
  const client = await screen.findByRole("option", { name: /Maria Santos/ });
  expect(field.getAttribute("aria-activedescendant")).toBe(client.id);
  fireEvent.keyDown(field, { key: "Enter" });
  expect(screen.getByRole("status").textContent).toBe("/book-of-business/5001");
  expect(asked.some((address) => address.includes("get-group-people"))).toBe(false);
  fireEvent.keyDown(document.body, { key: "/" });
  expect((await screen.findAllByRole("option"))[0]?.textContent).toContain("Maria Santos");
});

test("a slash opens the search and a question mark the keys, but not while a field is typed in", async () => {
  draw("rep", 8);
  const field = screen.getByLabelText("A field");
  fireEvent.keyDown(field, { key: "/" });
  fireEvent.keyDown(field, { key: "?" });
  expect(screen.queryByRole("combobox")).toBeNull();
  fireEvent.keyDown(document.body, { key: "?" });
  expect(await screen.findByText("keys")).toBeDefined();
  fireEvent.keyDown(document.body, { key: "/" });
  expect(await screen.findByRole("combobox")).toBeDefined();
  expect(screen.getAllByRole("option")[0]?.textContent).toContain("Home");
  expect(asked).toEqual([]);
});

test("a member finds a plan by its name", async () => {
  draw("member");
  fireEvent.keyDown(document.body, { key: "/" });
  const field = await screen.findByRole("combobox");
  fireEvent.change(field, { target: { value: "bright d" } });
  const plan = await screen.findByRole("option", { name: /Bright Dental 1500/ });
  expect(plan.textContent).toContain("Dental, Halden");
  fireEvent.change(field, { target: { value: "vision" } });
  await waitFor(() => expect(screen.queryByRole("option", { name: /Bright Dental/ })).toBeNull());
  fireEvent.change(field, { target: { value: "halden" } });
  await screen.findByRole("option", { name: /Bright Dental 1500/ });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(screen.getByRole("status").textContent).toBe("/plan/12/bright-dental-1500");
});
