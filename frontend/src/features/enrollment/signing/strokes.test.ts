import type { PointGroup } from "signature_pad";
import { expect, test } from "vitest";
import { fitStrokes } from "./strokes";

const at = (...points: [number, number][]) =>
  [
    {
      minWidth: 1,
      maxWidth: 2,
      dotSize: 0,
      points: points.map(([x, y]) => ({ x, y, time: 0, pressure: 0 })),
    },
  ] as unknown as PointGroup[];
const places = (strokes: PointGroup[]) => strokes.flatMap(({ points }) => points.map(({ x, y }) => [x, y]));
const WIDE = { width: 400, height: 150 };
const NARROW = { width: 300, height: 150 };

test("a narrower paper takes the whole signature in proportion, as far above its lower edge", () => {
  const narrow = fitStrokes(at([0, 50], [400, 110]), WIDE, NARROW);
  expect(places(narrow)).toEqual([
    [0, 75],
    [300, 120],
  ]);
  expect(narrow[0]).toMatchObject({ minWidth: 0.75, maxWidth: 1.5 });
});

test("turned back it is what was drawn", () => {
  const drawn = at([10, 50], [390, 110]);
  expect(places(fitStrokes(fitStrokes(drawn, WIDE, NARROW), NARROW, WIDE))).toEqual(places(drawn));
});

test("on a wider paper it grows no further than up to the upper edge", () => {
  expect(places(fitStrokes(at([0, 20], [300, 150]), NARROW, { width: 600, height: 150 }))).toEqual([
    [0, 0],
    [300 * (150 / 130), 150],
  ]);
});

test("an empty paper stays empty", () => {
  expect(fitStrokes([], WIDE, NARROW)).toEqual([]);
});
