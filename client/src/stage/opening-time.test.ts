import { describe, expect, it } from "vitest";
import {
  landingAt,
  landingFromMs,
  type OpeningTiming,
  openingEndMs,
  openingLandsMs,
  ROW_STAGGER_MS,
  rowCounted,
  rowLandsMs,
  rowWords,
  STILL_MS,
  TURN_UP_MS,
  turningAt,
} from "./opening-time.ts";
import { makeReelState } from "./reel-time.ts";
import { reelPlanFor } from "./strip.ts";
import { TIERS } from "./tiers.ts";

const plan = reelPlanFor("9-0", 0, 0);
const timing = (change: Partial<OpeningTiming> = {}): OpeningTiming => ({
  rows: 1,
  answeredMs: 0,
  fast: false,
  calm: false,
  tier: 0,
  ...change,
});

describe("a reel that waits for its answer", () => {
  it("leaves its place without a jump and turns at one speed until the answer is there", () => {
    expect(turningAt(7, 0, makeReelState())).toMatchObject({ pos: 7, speed: 0, phase: "idle" });
    expect(turningAt(7, 16, makeReelState()).pos - 7).toBeLessThan(0.05);
    const speeds = [TURN_UP_MS, 1000, 4000, 60_000].map((t) => turningAt(7, t, makeReelState()).speed);
    expect(new Set(speeds).size).toBe(1);
    expect(turningAt(7, 1000, makeReelState()).blur).toBe(1);
  });

  it.each([0, 100, 900, 3900])("slows down from the free speed when the answer comes after %i ms", (answeredMs) => {
    const t = timing({ answeredMs });
    const from = landingFromMs(t);
    const before = turningAt(0, from, makeReelState());
    const after = landingAt(plan, t, 0, from, makeReelState());
    expect(after.speed).toBeCloseTo(before.speed);
    expect(after.blur).toBe(1); // what lies under the marker changes unseen
    const [a, b] = [1, 2].map((ms) => landingAt(plan, t, 0, from + ms, makeReelState()).pos);
    expect(((b ?? 0) - (a ?? 0)) * 1000).toBeCloseTo(before.speed, 0); // place and speed agree
  });
});

describe("a landing", () => {
  it("never turns back until it settles, and rests exactly on the result", () => {
    const t = timing({ answeredMs: 500 });
    let last = Number.NEGATIVE_INFINITY;
    for (let ms = landingFromMs(t); ms < rowLandsMs(t, 0) - 360; ms += 10) {
      const { pos } = landingAt(plan, t, 0, ms, makeReelState());
      expect(pos).toBeGreaterThanOrEqual(last);
      last = pos;
    }
    expect(landingAt(plan, t, 0, rowLandsMs(t, 0), makeReelState())).toMatchObject({
      pos: plan.stopIndex,
      phase: "done",
      speed: 0,
    });
  });

  it("shows one result within the three seconds and a moment that the product specification names", () => {
    const { answeredMs, ...rest } = timing();
    const lands = openingLandsMs({ answeredMs, ...rest });
    expect(lands).toBeGreaterThan(2900);
    expect(lands).toBeLessThan(3200);
    expect(openingLandsMs(timing({ fast: true }))).toBeLessThan(1200);
  });

  it("has rows land from top to bottom, 350 ms apart, the fifth within five seconds", () => {
    const t = timing({ rows: 5 });
    for (let row = 1; row < 5; row++) expect(rowLandsMs(t, row) - rowLandsMs(t, row - 1)).toBe(ROW_STAGGER_MS);
    expect(openingLandsMs(t)).toBe(rowLandsMs(t, 4));
    expect(openingLandsMs(t)).toBeLessThan(5000);
  });

  it("is over when its tier is", () => {
    const t = timing({ tier: 3 });
    expect(openingEndMs(t) - openingLandsMs(t)).toBe(TIERS[3].lengthMs);
  });
});

it("with reduced motion the result is there with the answer and fades in", () => {
  const t = timing({ calm: true, answeredMs: 700, rows: 5, tier: 4 });
  expect(rowLandsMs(t, 0)).toBe(700);
  expect(rowLandsMs(t, 4)).toBe(700);
  expect(openingEndMs(t)).toBe(700 + STILL_MS);
  expect(landingAt(plan, t, 0, 700, makeReelState())).toMatchObject({ pos: plan.stopIndex, speed: 0, blur: 0 });
});

it("shows a row's words and counts its value only once it has landed", () => {
  expect([rowWords(-1), rowCounted(-1)]).toEqual([0, 0]);
  expect([rowWords(220), rowCounted(300)]).toEqual([1, 1]);
  expect(rowCounted(150)).toBeGreaterThan(rowCounted(100));
});
