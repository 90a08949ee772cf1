import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, setSessionToken } from "./api";
import { loadPart } from "./load-part";

const answered = vi.fn(() => Promise.resolve(new Response()));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  vi.stubGlobal("fetch", answered);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("asks for nothing while the connection is away", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn(() => Promise.resolve("part"));
  const part = loadPart(load)();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await part).toBe("part");
});

it("asks for nothing while the store doesn't answer, and for what came only once", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("refused")));
  const load = vi.fn(() => Promise.resolve("part"));
  const ask = loadPart(load);
  const part = ask();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal("fetch", answered);
  await vi.advanceTimersByTimeAsync(2000);
  expect([await part, await ask()]).toEqual(["part", "part"]);
  expect(load).toHaveBeenCalledTimes(1);
});

it("gives up after three tries with a store that answers", async () => {
  const load = vi.fn(() => Promise.reject<string>(new TypeError("gone")));
  const part = expect(loadPart(load)()).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(4000);
  await part;
  expect(load).toHaveBeenCalledTimes(3);
});

it("doesn't ask whether the store is there when a call was answered just now", async () => {
  const fetched = vi.fn((_path: string) => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", fetched);
  setSessionToken("token");
  await api.get("/api/v1/session/me").catch(() => null);
  fetched.mockClear();
  expect(await loadPart(() => Promise.resolve("part"))()).toBe("part");
  expect(fetched).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1500);
  expect(await loadPart(() => Promise.resolve("other"))()).toBe("other");
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/healthz"]);
});
