import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { bootstrap } from "@/lib/bootstrap";
import ProviderListPage from "./ProviderListPage";

const english = i18n.locale;

afterEach(() => act(() => i18n.activate(english)));

test("a network is described in the language that the shopper chose", () => {
  bootstrap.providers = [
    {
      type: "vision",
      name: { en: "Ostrander Vision", es: "Ostrander Visión" },
      url: "https://doctors.example/",
      note: { en: "34,000 eye doctors", es: "34,000 oculistas" },
    },
  ];
  i18n.load("es", {});
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <ProviderListPage />
      </MemoryRouter>
    </I18nProvider>,
  );
  expect(screen.getByText("34,000 eye doctors")).toBeTruthy();
  act(() => i18n.activate("es"));
  expect(screen.getByRole("heading", { name: "Ostrander Visión" })).toBeTruthy();
  expect(screen.getByText("34,000 oculistas")).toBeTruthy();
});
