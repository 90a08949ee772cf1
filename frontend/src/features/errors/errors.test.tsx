import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import ErrorPage from "./ErrorPage";
import LandingConfigErrorPage from "./LandingConfigErrorPage";

const at = (path: string, page: ReactNode) =>
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/landing-config-error/:type" element={page} />
          <Route path="*" element={page} />
        </Routes>
      </MemoryRouter>
    </I18nProvider>,
  );

const home = () => screen.getByRole("link", { name: "Back to Homepage" }).getAttribute("href");

test("a path that nobody knows", () => {
  at("/nowhere", <ErrorPage />);
  expect(screen.getByRole("heading", { name: "OOPS! Page not found" })).toBeTruthy();
  expect(home()).toBe("/");
});

test.each(["Agent", "Group"])("a landing page without an address says whose it is: %s", (type) => {
  at(`/landing-config-error/${type}`, <LandingConfigErrorPage />);
  expect(
    screen.getByRole("heading", { name: `Landing url is not configured for this ${type}` }),
  ).toBeTruthy();
  expect(home()).toBe("/");
});
