import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Remedy } from "@/client";
import type { PriceError } from "@/lib/shop/types";
import { partOf } from "@/testing/partOf";
import { PriceProblem } from "./PriceProblem";

const refused = (message: string, value: string): PriceError => ({
  errorCode: "salaryError",
  message,
  fix: ["annual_incode"],
  remedy: partOf<Remedy>({
    action: "income",
    text: "Enter your annual income.",
    label: "Enter income",
    value,
  }),
});

test("a sentence that offers the way is not said again by a line and a button", async () => {
  const onFix = vi.fn();
  render(<PriceProblem error={refused("Please enter your income by clicking here.", "")} onFix={onFix} />);
  expect(screen.queryByText("Enter your annual income.")).toBeNull();
  await userEvent.click(screen.getByRole("button"));
  expect(screen.getByRole("button").textContent).toBe("clicking here.");
  expect(onFix).toHaveBeenCalledOnce();
});

test("a fact beside it is told, and a sentence without a way keeps its button", () => {
  const { rerender } = render(
    <PriceProblem error={refused("Please enter more by clicking here.", "15000")} onFix={vi.fn()} />,
  );
  expect(screen.getByText("Enter your annual income.")).toBeTruthy();
  rerender(<PriceProblem error={refused("Not enough income.", "15000")} onFix={vi.fn()} />);
  expect(screen.getByRole("button", { name: "Enter income" })).toBeTruthy();
});
