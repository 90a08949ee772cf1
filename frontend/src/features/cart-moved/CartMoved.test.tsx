import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { LineChange } from "@/client";
import { onAnnounce } from "@/lib/announce";
import { tellMoved } from "@/lib/shop/moved";
import { partOf } from "@/testing/partOf";
import CartMoved from "./CartMoved";

i18n.loadAndActivate({ locale: "en", messages: {} });

test("each plan of the cart says its price before and now, or why it can't be bought", () => {
  const heard: string[] = [];
  onAnnounce((message) => heard.push(message));
  tellMoved([
    partOf<LineChange>({ plan_id: 1, plan_name: "Dental One", old: "37.51", new: "106.74" }),
    partOf<LineChange>({
      plan_id: 2,
      plan_name: "Vision Two",
      old: "8.00",
      new: null,
      message: "Plan not available in the area.",
    }),
  ]);
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <CartMoved onClose={() => undefined} />
      </MemoryRouter>
    </I18nProvider>,
  );
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Dental One$37.51 before, now $106.74 a month.",
    "Vision TwoPlan not available in the area.",
  ]);
  expect(heard[0]).toContain("Dental One: $37.51 before, now $106.74 a month.");
  expect(screen.getByRole("link", { name: "View cart" }).getAttribute("href")).toBe("/cart");
});
