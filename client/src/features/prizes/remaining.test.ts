import { expect, test } from "vitest";
import { remaining } from "./remaining.ts";

const HOUR_MS = 3_600_000;

test.each([
  [-1, "hours", 1],
  [0, "hours", 1],
  [HOUR_MS - 1, "hours", 1],
  [2 * HOUR_MS, "hours", 2],
  [24 * HOUR_MS - 1, "hours", 23],
  [24 * HOUR_MS, "days", 1],
  [50 * HOUR_MS, "days", 2],
] as const)("%i ms are left in %s: %i", (ms, unit, count) => {
  expect(remaining(ms)).toEqual({ unit, count });
});
