import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import type { Answer, FieldDef } from "../types";
import { widgetFor } from "./registry";

const FIELD: FieldDef = {
  field_name: "onset",
  type: "date",
  label: "Date of onset",
  required: true,
  read_only: false,
  checks: [
    { kind: "not_before", value: "04/17/1989", message: "" },
    { kind: "not_after", value: "11/22/2026", message: "" },
  ],
};
const Widget = widgetFor(FIELD);

function Asked() {
  const [value, setValue] = useState<Answer>("");
  return (
    <I18nProvider i18n={i18n}>
      <Widget
        field={FIELD}
        id="onset"
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        error={undefined}
        hint={undefined}
        ok={undefined}
        recover={undefined}
        className={undefined}
        optional={false}
      />
    </I18nProvider>
  );
}

test("a month that doesn't exist becomes 01 and is named until it is taken out", async () => {
  render(<Asked />);
  const input = screen.getByLabelText<HTMLInputElement>("Date of onset");
  await userEvent.type(input, "13052019");
  expect(input.value).toBe("01/05/2019");
  expect(await screen.findByText("13 isn't a valid month, so we used 01.")).toBeTruthy();
  await userEvent.clear(input);
  expect(screen.queryByRole("status")).toBeNull();
  await userEvent.type(input, "4/39");
  expect(input.value).toBe("04/01/");
  expect(await screen.findByText("39 isn't a valid day, so we used 01.")).toBeTruthy();
});

test("what is pasted is masked when the field is left", async () => {
  render(<Asked />);
  const input = screen.getByLabelText<HTMLInputElement>("Date of onset");
  input.focus();
  await userEvent.paste("13/45/1980");
  await userEvent.tab();
  expect(input.value).toBe("01/01/1980");
});

test("the calendar offers the days the rules leave", async () => {
  render(<Asked />);
  await userEvent.click(screen.getByRole("button", { name: "Choose date" }));
  const chooser = await screen.findByLabelText<HTMLSelectElement>(/year/i, {}, { timeout: 10_000 });
  const years = chooser.options;
  expect([...years].map((option) => option.value).at(0)).toBe("1989");
  expect([...years].map((option) => option.value).at(-1)).toBe("2026");
}, 15_000);

test("a date is pasted whole, whatever stands around it", async () => {
  render(<Asked />);
  const input = screen.getByLabelText<HTMLInputElement>("Date of onset");
  input.focus();
  await userEvent.paste(" 04/01/1980\n");
  expect(input.value).toBe("04/01/1980");
  await userEvent.paste("1981-05-02");
  expect(input.value).toBe("05/02/1981");
  await userEvent.clear(input);
  await userEvent.paste("in May");
  expect(input.value).toBe("in May");
});
