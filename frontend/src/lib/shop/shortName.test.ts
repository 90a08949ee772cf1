import { expect, test } from "vitest";
import { shortName } from "./shortName";

test("a short name leaves the carrier's words out", () => {
  expect(shortName("Halden Dental PPO 1500", "Halden Dental")).toBe("PPO 1500");
  expect(shortName("Halden Select DHMO", "Halden Dental")).toBe("Select DHMO");
  expect(shortName("Juniper Vision", "Copperline")).toBe("Juniper Vision");
  expect(shortName("Halden Dental", "Halden Dental")).toBe("Halden Dental");
});
