import { expect, test } from "vitest";
import type { RainRound } from "../../protocol/gen.ts";
import { clockOf, isFalling, nextAfter, UNKNOWN, waitLeft } from "./state.ts";

const round = (startsAtMs: number, endsAtMs: number) => ({ startsAtMs, endsAtMs }) as RainRound;
const snapshot = (body: { round: RainRound | null; last: RainRound | null; nextAtMs: number }) =>
  ({ type: 900, name: "rainSnapshot", snapshot: true, body: { ...body, serverTimeMs: 0 } }) as const;

test("a snapshot tells when the next is due, or the one that is announced", () => {
  const due = nextAfter(UNKNOWN, snapshot({ round: null, last: round(1, 100), nextAtMs: 900 }));
  expect(due).toEqual({ startsAtMs: 900, endsAtMs: 0, sinceMs: 100 });
  const announced = nextAfter(due, snapshot({ round: round(950, 1000), last: round(1, 100), nextAtMs: 2000 }));
  expect(announced).toEqual({ startsAtMs: 950, endsAtMs: 1000, sinceMs: 100 });
  expect([949, 950, 999, 1000].map((now) => isFalling(announced, now))).toEqual([false, true, true, false]);
});

test("the ring runs from the end of the rain before to the next, and is empty when it begins", () => {
  const due = { startsAtMs: 900, endsAtMs: 0, sinceMs: 100 };
  expect([100, 500, 900, 1000].map((now) => waitLeft(due, now))).toEqual([1, 0.5, 0, 0]);
  expect(waitLeft({ ...due, sinceMs: 0 }, 0)).toBeCloseTo(0.001, 4); // against a usual wait of 15 minutes
  expect(waitLeft(UNKNOWN, 0)).toBe(0);
});

test("the time is minutes and seconds, rounded up, with hours from one on", () => {
  expect([892_000, 891_001, 0, -5, 7_509_000].map(clockOf)).toEqual(["14:52", "14:52", "00:00", "00:00", "2:05:09"]);
});
