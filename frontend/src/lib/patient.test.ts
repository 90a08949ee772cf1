import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patient } from "./patient";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("asks for nothing while the connection is away", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn(() => Promise.resolve("part"));
  const part = patient(load)();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await part).toBe("part");
});

it("gives up after ten seconds with a connection", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const load = vi.fn(() => Promise.reject<string>(new TypeError("gone")));
  const part = expect(patient(load)()).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(10_000);
  await part;
  expect(load).toHaveBeenCalledTimes(6);
});
