import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "@/lib/query";
import { setItem } from "@/lib/storage";
import SavePlans from "./SavePlans";

const post = vi.hoisted(() => vi.fn());
vi.mock("@/lib/api", async (original) => {
  const actual = await original<typeof import("@/lib/api")>();
  return { ...actual, api: { ...actual.api, post } };
});

const show = (cart: boolean) =>
  render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <SavePlans cart={cart} />
      </I18nProvider>
    </QueryClientProvider>,
  );

beforeEach(() => {
  post.mockReset();
  localStorage.clear();
  setItem("tempId", "abc");
});

test("a shopper mails the cart to themselves", async () => {
  post.mockResolvedValue({ email: "maren@mailbox.example", expires_on: "12/22/2026" });
  show(true);
  await userEvent.click(screen.getByRole("button", { name: "Email me this cart" }));
  await userEvent.type(await screen.findByLabelText("Email"), "maren@mailbox.example");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(post).toHaveBeenCalledWith("/api/v1/save-enrollment", {
    enrollment_id: "abc",
    email: "maren@mailbox.example",
    tab: "cart_info",
  });
  expect((await screen.findByRole("status")).textContent).toContain("until 12/22/2026");
});

test("an address that is none is told and nothing is sent", async () => {
  show(false);
  await userEvent.click(screen.getByRole("button", { name: "Email me these prices" }));
  await userEvent.type(await screen.findByLabelText("Email"), "maren");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Enter valid email address")).toBeTruthy();
  expect(post).not.toHaveBeenCalled();
});

test("reps send quotes instead", () => {
  setItem("usertype", "rep");
  show(true);
  expect(screen.queryByRole("button")).toBeNull();
});
