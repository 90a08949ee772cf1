import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SelectionBar } from "./Selection";

const bar = (status: string) => (
  <I18nProvider i18n={i18n}>
    <SelectionBar label="Selected quotes" status={status} />
  </I18nProvider>
);

test("the place that reads out what is selected is there before its first words", () => {
  const { rerender } = render(bar(""));
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("");
  rerender(bar("1 quote selected"));
  expect(screen.getByRole("status")).toBe(status);
  expect(status.textContent).toBe("1 quote selected");
});
