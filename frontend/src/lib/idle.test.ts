import { expect, test, vi } from "vitest";
import { beforeTimeOut, idleState, LIMIT, MINUTE, saveEverything } from "./idle";

test.each([
  [0, LIMIT, "calm"],
  [13 * MINUTE - 1, 2 * MINUTE + 1, "calm"],
  [13 * MINUTE, 2 * MINUTE, "warn"],
  [15 * MINUTE - 1, 1, "warn"],
  [15 * MINUTE, 0, "over"],
  [60 * MINUTE, 0, "over"],
] as const)("after %i ms %i ms are left: %s", (passed, left, phase) => {
  expect(idleState(1_000, 1_000 + passed)).toEqual({ left, phase });
});

test("every form is saved, also when one fails, and closed ones are not", async () => {
  const good = vi.fn(async () => {});
  const closed = vi.fn(async () => {});
  const stop = [
    beforeTimeOut(async () => {
      throw new Error("offline");
    }),
    beforeTimeOut(good),
  ];
  beforeTimeOut(closed)();
  await saveEverything();
  expect(good).toHaveBeenCalledOnce();
  expect(closed).not.toHaveBeenCalled();
  for (const end of stop) end();
});
