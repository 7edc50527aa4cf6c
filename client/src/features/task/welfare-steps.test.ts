import { expect, test } from "vitest";
import { clockOf, dueStatus, stepOf } from "./welfare-steps.ts";

const NOTHING = { opened: false, recharged: false, gifted: false, rolled: false };
const ALL = { opened: true, recharged: true, gifted: true, rolled: true };

test.each([
  [0, NOTHING, 1],
  [1, NOTHING, null],
  [1, { ...ALL, opened: false }, null],
  [1, { ...NOTHING, opened: true }, 2],
  [2, { ...ALL, recharged: false }, null],
  [2, { ...NOTHING, recharged: true }, 3],
  [3, { ...ALL, gifted: false }, null],
  [3, { ...NOTHING, gifted: true }, 4],
  [4, { ...ALL, rolled: false }, null],
  [4, { ...NOTHING, rolled: true }, 5],
  [5, ALL, null],
  [6, ALL, null],
])("from status %i", (status, seen, due) => expect(dueStatus(status, seen)).toBe(due));

test("a status stands for a step from the first visit to the roll", () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(stepOf)).toEqual([1, 1, 2, 3, 4, 4, 4]);
});

test.each([
  [24 * 3_600_000, "23:59:59"],
  [24 * 3_600_000 - 1, "23:59:59"],
  [3_600_000, "01:00:00"],
  [61_999, "00:01:01"],
  [999, "00:00:00"],
  [-5, "00:00:00"],
])("%i ms are %s", (ms, text) => expect(clockOf(ms)).toBe(text));
