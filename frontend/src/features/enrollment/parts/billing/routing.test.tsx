import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BankName } from "@/client";
import * as announcing from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { partOf } from "@/testing/partOf";
import { forgetUndrafted, noteUndrafted, undraftedNames } from "../../engine/undrafted";
import { useAnswers } from "../../engine/useAnswers";
import { initialAnswers } from "../../engine/values";
import { FieldList } from "../../fields/FieldList";
import type { FieldDef } from "../../types";
import { billingApi } from "./api";
import { useRouting } from "./useRouting";

i18n.loadAndActivate({ locale: "en", messages: {} });

const field = (field_name: string, type: string, label: string, more: Partial<FieldDef> = {}): FieldDef => ({
  field_name,
  type,
  label,
  required: true,
  read_only: false,
  ...more,
});
const FIELDS = [
  field("routing_number", "routing", "Routing number"),
  field("bank_name", "text", "Bank name", { read_only: true }),
  field("account_number", "account", "Account number", { sensitive: true }),
];

function Bank({ fields = FIELDS }: { fields?: FieldDef[] }) {
  const form = useAnswers(
    () => initialAnswers(fields),
    () => undraftedNames("here"),
  );
  const routing = useRouting(fields);
  return (
    <FieldList
      fields={fields.map((field) =>
        field.field_name === "bank_name" ? { ...field, read_only: routing.locked } : field,
      )}
      form={form}
      extras={routing.extras(form)}
      onEdited={() => undefined}
      onLeft={() => undefined}
    />
  );
}

const show = (fields?: FieldDef[]) =>
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <Bank {...(fields ? { fields } : {})} />
      </MemoryRouter>
    </I18nProvider>,
  );
const routing = () => screen.getByLabelText<HTMLInputElement>("Routing number");
const bank = () => screen.getByLabelText<HTMLInputElement>("Bank name");
const account = () => screen.getByLabelText<HTMLInputElement>("Account number");

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a number that is too short says what is missing when it is left", async () => {
  show();
  await userEvent.type(routing(), "07240010");
  await userEvent.tab();
  expect(await screen.findByText("One digit is missing: 8 of 9.")).toBeTruthy();
  expect(bank().getAttribute("aria-describedby")).toBe(
    screen.getByText("Filled in from the routing number.").id,
  );
  await userEvent.clear(routing());
  await userEvent.type(routing(), "0724");
  await userEvent.tab();
  expect(await screen.findByText("5 digits are missing: 4 of 9.")).toBeTruthy();
});

test("an unknown bank says so, asks for the name and leads to it", async () => {
  vi.spyOn(billingApi, "bank").mockResolvedValue(partOf<BankName>({ name: "" }));
  show();
  await userEvent.type(routing(), "011000015");
  await userEvent.tab();
  await waitFor(() => expect(bank().readOnly).toBe(false));
  expect(screen.getByText("A valid routing number")).toBeTruthy();
  const hint = screen.getByText(/Type your bank's name as shown on your check/);
  expect(bank().getAttribute("aria-describedby")).toBe(hint.closest("p")?.id);
  expect(document.activeElement).toBe(bank());
});

test("whoever went on is told that the bank's name is wanted", async () => {
  let answer: (bank: BankName) => void = () => undefined;
  vi.spyOn(billingApi, "bank").mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const announced = vi.spyOn(announcing, "announce");
  show();
  await userEvent.type(routing(), "011000015");
  await userEvent.click(account());
  answer(partOf<BankName>({ name: "" }));
  await waitFor(() => expect(bank().readOnly).toBe(false));
  expect(document.activeElement).toBe(account());
  expect(announced).toHaveBeenCalledWith(
    expect.stringContaining("Type your bank's name as shown on your check."),
  );
});

test("a name that may be typed always says why: also after the number was touched, and when the page is opened again", async () => {
  vi.spyOn(billingApi, "bank").mockResolvedValue(partOf<BankName>({ name: "" }));
  show();
  await userEvent.type(routing(), "011000015");
  await userEvent.tab();
  await waitFor(() => expect(bank().readOnly).toBe(false));
  await userEvent.type(routing(), "{Backspace}5");
  await userEvent.tab();
  expect(screen.getByText(/We don't recognize this routing number/)).toBeTruthy();
  expect(screen.getByText("A valid routing number")).toBeTruthy();
  cleanup();
  show([{ ...(FIELDS[0] as FieldDef), value: "011000015" }, field("bank_name", "text", "Bank name")]);
  expect(screen.getByText(/We don't recognize this routing number/)).toBeTruthy();
});

test("a bank that can't be looked up is typed, which is said", async () => {
  vi.spyOn(billingApi, "bank").mockRejectedValue(new ApiError({ status: 503, message: "It isn't there." }));
  show();
  await userEvent.type(routing(), "011000015");
  await userEvent.tab();
  expect(await screen.findByText(/We can't look up the bank right now/)).toBeTruthy();
  expect(bank().readOnly).toBe(false);
});

test("a bank that is known is filled in and can't be changed", async () => {
  vi.spyOn(billingApi, "bank").mockResolvedValue(partOf<BankName>({ name: "Lakeview Bank" }));
  show();
  await userEvent.type(routing(), "072400010");
  await userEvent.tab();
  await waitFor(() => expect(bank().value).toBe("LAKEVIEW BANK"));
  expect(screen.queryByText("Filled in from the routing number.")).toBeNull();
  expect(bank().readOnly).toBe(true);
});

test("the saved account goes with its routing number", async () => {
  vi.spyOn(billingApi, "bank").mockResolvedValue(partOf<BankName>({ name: "" }));
  show([
    { ...(FIELDS[0] as FieldDef), value: "072400010" },
    FIELDS[1] as FieldDef,
    { ...(FIELDS[2] as FieldDef), value: "Ending 7710" },
  ]);
  expect(account().value).toBe("Ending 7710");
  await userEvent.clear(routing());
  await userEvent.type(routing(), "011000015");
  await userEvent.tab();
  await waitFor(() => expect(account().value).toBe(""));
});

test("a number that no draft keeps is asked for again after a reload", async () => {
  noteUndrafted("here", "account_number", true);
  show();
  expect(screen.getByText(/Please type it again/)).toBeTruthy();
  await userEvent.type(account(), "4");
  expect(screen.queryByText(/Please type it again/)).toBeNull();
  cleanup();
  forgetUndrafted("here");
  show();
  expect(screen.queryByText(/Please type it again/)).toBeNull();
});
