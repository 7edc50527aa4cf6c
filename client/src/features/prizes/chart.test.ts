import { expect, test } from "vitest";
import { pointsOf } from "./chart.ts";

test("0 is the bottom, 1 the top and 0.5 the middle of the axis", () => {
  const frame = { left: 10, top: 5, width: 100, height: 50 };
  expect(pointsOf([0, 0.5, 1], frame)).toEqual([
    [10, 55],
    [60, 30],
    [110, 5],
  ]);
  expect(pointsOf([0.5], frame)).toEqual([[10, 30]]);
  expect(pointsOf([], frame)).toEqual([]);
});
