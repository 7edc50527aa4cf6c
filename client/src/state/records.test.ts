import { expect, test } from "vitest";
import { startOfDay, timesOf } from "./records.ts";

test("a day begins and ends where the player is", () => {
  expect(startOfDay("2026-03-01")).toBe(new Date(2026, 2, 1).getTime());
  expect(startOfDay("2026-12-31", 1)).toBe(new Date(2027, 0, 1).getTime());
  expect(startOfDay("")).toBeUndefined();
  expect(startOfDay("soon")).toBeUndefined();
});

test("the last day of a filter is within it, and a range never ends before it begins", () => {
  expect(timesOf({ from: "2026-03-01", to: "2026-03-01", kind: "" })).toEqual({
    since: startOfDay("2026-03-01"),
    until: startOfDay("2026-03-02"),
    kind: undefined,
  });
  const { since, until } = timesOf({ from: "2026-03-05", to: "2026-03-01", kind: "paid" });
  expect(until).toBeGreaterThan(since ?? Number.NaN);
});
