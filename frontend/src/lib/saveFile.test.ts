import { afterEach, expect, test, vi } from "vitest";
import { bytesOf, saveFile } from "./saveFile";

afterEach(() => vi.unstubAllGlobals());

test("base64 becomes the bytes it stands for", () => {
  expect([...bytesOf("JVBERv8A")]).toEqual([0x25, 0x50, 0x44, 0x46, 0xff, 0]);
  expect(bytesOf("")).toHaveLength(0);
});

test("the file is saved under its name and let go afterwards", async () => {
  vi.useFakeTimers();
  const blobs: Blob[] = [];
  const create = vi.fn((blob: Blob) => {
    blobs.push(blob);
    return "blob:1";
  });
  const revoke = vi.fn();
  vi.stubGlobal("URL", { createObjectURL: create, revokeObjectURL: revoke });
  const clicked: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(`${this.download} ${this.href}`);
  });
  saveFile("quote.pdf", "JVBERg==", "application/pdf");
  expect(clicked).toEqual(["quote.pdf blob:1"]);
  expect(blobs[0]?.type).toBe("application/pdf");
  expect(blobs[0]?.size).toBe(4);
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledWith("blob:1");
  click.mockRestore();
  vi.useRealTimers();
});
