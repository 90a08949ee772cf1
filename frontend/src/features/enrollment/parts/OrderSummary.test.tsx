import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Cart, PriceShare } from "@/client";
import { partOf } from "@/testing/partOf";
import { keys } from "../engine/wizard";
import { OrderBar, OrderStatement } from "./OrderSummary";

i18n.loadAndActivate({ locale: "en", messages: {} });

const cart = {
  result: [
    { plan_id: 1, plan_name: "Dental One", price: "129.45", recurring: "129.45", removable: 1 },
    {
      plan_id: 2,
      plan_name: "Term Life",
      price: "27.00",
      recurring: "27.81",
      note: "$100,000",
      fees_text: "Includes a 3% administrative fee of $0.81.",
      removable: 1,
    },
    { plan_id: 1, plan_name: "Enrollment fee: Dental One", price: "15.00", recurring: "0.00", removable: 0 },
    {
      plan_id: 2,
      plan_name: "Administrative fee: Term Life",
      price: "0.81",
      recurring: "0.81",
      removable: 0,
    },
    { plan_id: 0, plan_name: "Association membership", price: "5.00", recurring: "5.00", removable: 0 },
  ],
  initial_month_cost: "177.26",
  recurring_month_cost: "162.26",
} as unknown as Cart;

const fromPay = {
  amount: "17.40",
  label: "From your pay each month",
  note: "$8.03 every two weeks. Acme pays $144.86.",
  line: "$8.03 every two weeks from your pay",
  employer_line: "Acme pays $144.86 a month",
};
const billed = { ...cart, share: { text: "Your share is $17.40 a month.", from_pay: fromPay } } as Cart;

function show(part: React.ReactNode, stored = cart) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keys.cart("q1"), stored);
  render(
    <QueryClientProvider client={client}>
      <I18nProvider i18n={i18n}>
        <MemoryRouter>{part}</MemoryRouter>
      </I18nProvider>
    </QueryClientProvider>,
  );
}

test("the phone's line says what is charged first, and what then", () => {
  show(<OrderBar id="q1" />);
  const line = document.querySelector("summary");
  expect(line?.textContent).toContain("First payment $177.26");
  expect(line?.textContent).toContain("then $162.26 a month");
});

test("where the group is billed, the phone's line says what comes from pay and what the group pays", () => {
  show(<OrderBar id="q1" />, billed);
  const line = document.querySelector("summary");
  expect(line?.textContent).toContain("$8.03 every two weeks from your pay");
  expect(line?.textContent).toContain("Acme pays $144.86 a month");
  expect(line?.textContent).not.toMatch(/First payment|162\.26/);
});

test("where the group is billed, the largest amount is what comes from pay, and its words are said once", () => {
  show(<OrderStatement cart={billed} headingId="order" />);
  const grand = [...document.querySelectorAll("[class*=grand]")].map((line) => line.textContent);
  expect(grand).toEqual([`${fromPay.label}${fromPay.note}$17.40`]);
  expect(screen.getByText("Recurring Monthly Cost").nextSibling?.textContent).toBe("$162.26");
  expect(screen.queryByText("Your share is $17.40 a month.")).toBeNull();
});

test("the largest amount of the order is the one that is charged first", () => {
  show(<OrderStatement cart={cart} headingId="order" />);
  const grand = document.querySelector("[class*=grand]");
  expect(grand?.textContent).toBe("First Month Total CostIncludes $15.00 enrollment fee$177.26");
  expect(screen.getByText("Recurring Monthly Cost").nextSibling?.textContent).toBe("$162.26");
});

test("a plan's monthly fee is in its price, and said with it", () => {
  show(<OrderStatement cart={cart} headingId="order" />);
  const lines = [...document.querySelectorAll("dl:first-of-type > div")].map((line) => line.textContent);
  expect(lines.slice(0, 4)).toEqual([
    "Dental One$129.45",
    "Term Life$100,000. Includes a 3% administrative fee of $0.81.$27.81",
    "Enrollment fee: Dental One$15.00",
    "Association membership$5.00",
  ]);
});

test("what the group pays stands below the totals", () => {
  const text = "Your share is $142.35 a month: $65.70 every two weeks. Acme pays $19.91.";
  const share = partOf<PriceShare>({ group_name: "Acme", employer: "19.91", own: "142.35", text });
  show(<OrderStatement cart={{ ...cart, share }} headingId="order" />);
  expect(screen.getByText(text)).toBeTruthy();
});
