import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import ChoiceDialog from "./ChoiceDialog";
import type { ChoiceField } from "./fixes";

const CHOICES = [{ value: "1", label: "One" }];

test.each<[ChoiceField, string]>([
  ["tier", "Please choose a tier"],
  ["platform_group_id", "Please choose a platform"],
  ["group_id", "Please choose a group"],
])("without a choice of %s it says what to choose", async (field, message) => {
  const chosen = vi.fn(async () => {});
  render(
    <I18nProvider i18n={i18n}>
      <ChoiceDialog field={field} choices={CHOICES} onChoose={chosen} onClose={() => {}} />
    </I18nProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Update prices" }));
  expect(screen.getByText(message)).toBeTruthy();
  expect(chosen).not.toHaveBeenCalled();
  await user.click(screen.getByRole("radio", { name: "One" }));
  expect(screen.queryByText(message)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Update prices" }));
  expect(chosen).toHaveBeenCalledWith("1");
});
