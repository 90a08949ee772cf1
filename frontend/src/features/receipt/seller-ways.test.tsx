import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setItem } from "@/lib/storage";
import { SellerWays } from "./SellerWays";

i18n.loadAndActivate({ locale: "en", messages: {} });

const show = () =>
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <SellerWays />
      </MemoryRouter>
    </I18nProvider>,
  );

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test.each([
  ["rep", "/agent-select-member"],
  ["group", "/group-select-member"],
] as const)("a %s goes on to members or the next enrollment", (role, href) => {
  setItem("usertype", role);
  show();
  expect(screen.getByRole("link", { name: "Back to members" }).getAttribute("href")).toBe(href);
  expect(screen.getByRole("button", { name: "Start another" }).getAttribute("aria-haspopup")).toBe("dialog");
});
