import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { setItem } from "@/lib/storage";
import HelpPage from "./HelpPage";

const open = (at = "/help") =>
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter initialEntries={[at]}>
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

test("a link to a section leads to it", () => {
  setItem("usertype", "rep");
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = function () {
    scroll(this.id);
  };
  open("/help#consent");
  expect(scroll.mock.calls).toEqual([["consent"]]);
  const chosen = screen.getByRole("heading", { name: "Check before you call" }).closest("section");
  expect(chosen?.dataset.chosen).toBe("true");
});
