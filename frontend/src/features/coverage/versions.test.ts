import { expect, test } from "vitest";
import { buildStaircase, type VersionRow, versionOn } from "./versions";

const version = (effective: string, until: string, monthly: string) =>
  ({ id: effective, effective, until, monthly }) as VersionRow;
const versions = [
  version("01/01/2026", "01/10/2026", "20.00"),
  version("01/11/2026", "01/20/2026", "40.00"),
  version("01/21/2026", "02/09/2026", "80.00"),
];

test("width is time and height is price, both from zero", () => {
  const { blocks, today } = buildStaircase(versions, "01/11/2026");
  expect(blocks.map((block) => [block.left, block.width, block.height])).toEqual([
    [0, 25, 25],
    [25, 25, 50],
    [50, 50, 100],
  ]);
  expect(today).toBe(25);
});

test("a version without end goes on past today", () => {
  const { blocks, today } = buildStaircase([version("01/01/2026", "", "20.00")], "01/11/2026");
  expect(blocks[0]?.width).toBe(100);
  expect(today).toBe(10);
});

test("today is not drawn before the first or after the last day", () => {
  expect(buildStaircase(versions, "12/31/2025").today).toBeNull();
  expect(buildStaircase(versions, "03/01/2026").today).toBeNull();
});

test("a day leads to its version, its last day included, and to none outside", () => {
  expect(versionOn(versions, "01/10/2026")?.monthly).toBe("20.00");
  expect(versionOn(versions, "01/11/2026")?.monthly).toBe("40.00");
  expect(versionOn(versions, "02/10/2026")).toBeNull();
  expect(versionOn(versions, "soon")).toBeNull();
});

test("ticks stand on firsts of months, true to scale, the year where it begins", () => {
  const { ticks } = buildStaircase([version("12/15/2025", "12/14/2026", "20.00")], "06/01/2026");
  expect(ticks.map((tick) => [tick.day, Math.round(tick.left * 10) / 10, tick.year])).toEqual([
    ["01/01/2026", 4.7, true],
    ["03/01/2026", 20.8, false],
    ["05/01/2026", 37.5, false],
    ["07/01/2026", 54.2, false],
    ["09/01/2026", 71.2, false],
    ["11/01/2026", 87.9, false],
  ]);
});

test("a long policy has as few ticks as a short one", () => {
  const { ticks } = buildStaircase([version("03/01/2007", "12/31/2026", "20.00")], "06/01/2026");
  expect(ticks.map((tick) => tick.day)).toEqual(["01/01/2010", "01/01/2015", "01/01/2020", "01/01/2025"]);
  expect(ticks.every((tick) => tick.year)).toBe(true);
});
