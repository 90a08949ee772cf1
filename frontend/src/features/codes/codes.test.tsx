import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import GroupCodeDialog from "./GroupCodeDialog";
import RepCodeDialog from "./RepCodeDialog";

const answer = (status: number, body?: object) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(body ? JSON.stringify(body) : null, { status })),
  );

function open(Part: ComponentType<{ onClose: () => void }>) {
  render(
    <I18nProvider i18n={i18n}>
      <Part onClose={() => {}} />
    </I18nProvider>,
  );
  return { user: userEvent.setup(), code: screen.getByRole("textbox") };
}

const next = () => screen.getByRole("button", { name: "Continue" });

beforeEach(() => setSessionToken("token"));

test.each([
  [RepCodeDialog, "Invalid Rep Access Code"],
  [GroupCodeDialog, "Invalid Group Enrollment Code"],
])(
  "an empty code is required, an unknown one is not valid, and typing clears both",
  async (Part, invalid) => {
    answer(204);
    const { user, code } = open(Part);
    await user.click(next());
    expect(screen.getByText("Field is required")).toBeTruthy();
    await user.type(code, "NOBODY");
    expect(screen.queryByText("Field is required")).toBeNull();
    await user.click(next());
    expect(await screen.findByText(invalid)).toBeTruthy();
    await user.type(code, "1");
    expect(screen.queryByText(invalid)).toBeNull();
  },
);

test("too many tries are told in the server's words", async () => {
  answer(429, { status: "error", statusCode: 429, message: "Too many tries.", data: {} });
  const { user, code } = open(RepCodeDialog);
  await user.type(code, "REP1");
  await user.click(next());
  expect(await screen.findByText("Too many tries.")).toBeTruthy();
  expect(screen.queryByText("Invalid Rep Access Code")).toBeNull();
});
