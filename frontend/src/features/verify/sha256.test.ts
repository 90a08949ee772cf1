import { expect, test } from "vitest";
import { canHash, sha256 } from "./sha256";

test("a file's hash is its SHA-256 in hex", async () => {
  expect(canHash()).toBe(true);
  expect(await sha256(new Blob(["abc"]))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
