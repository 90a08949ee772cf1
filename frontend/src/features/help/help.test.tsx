import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { setItem } from "@/lib/storage";
import HelpPage from "./HelpPage";

const open = () =>
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <HelpPage />
      </MemoryRouter>
    </I18nProvider>,
  );

test.each([
  ["rep", "Turn a lead into a quote", "/leads"],
  ["group", "Upload a roster", "/group-home/roster"],
  ["member", "Change how you pay", "/coverage/payment"],
])("a %s reads about their own desk", (role, title, to) => {
  setItem("usertype", role);
  open();
  const topic = screen.getByRole("heading", { name: title }).closest("section");
  expect(topic?.querySelector("a")?.getAttribute("href")).toBe(to);
});
