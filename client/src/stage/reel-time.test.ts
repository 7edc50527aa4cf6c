import { describe, expect, it } from "vitest";
import {
  freeReelAt,
  makeReelState,
  REEL_ENTRIES,
  REEL_PANEL_MS,
  REEL_RESULT_INDEX,
  type ReelPlan,
  reelAt,
  reelEndMs,
  reelRestMs,
  ticksToSound,
} from "./reel-time.ts";

const plan: ReelPlan = { count: 30, stopIndex: 10, laps: 1, offset: 0.31, spinMs: 3000, settleMs: 350 };
const FRAME = 1000 / 60;

describe("reelAt", () => {
  it("is laid out as the product specification says: 30 entries, result at 10, panel after the reel rests", () => {
    expect([REEL_ENTRIES, REEL_RESULT_INDEX]).toEqual([30, 10]);
    expect(reelEndMs(plan)).toBeLessThanOrEqual(REEL_PANEL_MS);
  });

  it("rests exactly on the decided entry, for every index and landing offset", () => {
    for (let stopIndex = 0; stopIndex < 30; stopIndex++) {
      for (const offset of [-0.49, -0.3, 0, 0.3, 0.49]) {
        const p = { ...plan, stopIndex, offset };
        expect(reelAt(p, 3000).index).toBe(stopIndex);
        expect(reelAt(p, reelEndMs(p))).toMatchObject({ index: stopIndex, phase: "done", win: 1, pos: 30 + stopIndex });
      }
    }
  });

  it("reveals nothing before it settles", () => {
    for (let t = 0; t <= plan.spinMs; t += FRAME) expect(reelAt(plan, t).win).toBe(0);
    expect(reelAt(plan, reelRestMs(plan) - 1).phase).not.toBe("done");
  });

  it("never runs backwards while spinning and moves continuously", () => {
    let before = reelAt(plan, 0);
    let fastest = 0;
    for (let t = FRAME; t <= plan.spinMs; t += FRAME) {
      const now = reelAt(plan, t);
      expect(now.pos).toBeGreaterThanOrEqual(before.pos);
      fastest = Math.max(fastest, now.pos - before.pos);
      before = now;
    }
    expect(fastest).toBeLessThan(1.2); // cells a frame: two borders at most, so ticks stay audible
  });

  it("has a speed that is the derivative of its position", () => {
    for (const t of [60, 150, 400, 1200, 2500, 2990]) {
      const slope = (reelAt(plan, t + 0.01).pos - reelAt(plan, t - 0.01).pos) / 0.00002;
      expect(reelAt(plan, t).speed).toBeCloseTo(slope, 1);
    }
    expect(reelAt(plan, plan.spinMs).speed).toBe(0);
  });

  it("depends on t alone: seeking in any order gives the same moment", () => {
    const out = makeReelState();
    const times = [1234.5, 0, 2999, 40, 3200, 9000, 1234.5];
    const fresh = times.map((t) => reelAt(plan, t));
    times.forEach((t, i) => {
      expect(reelAt(plan, t, out)).toEqual(fresh[i]);
    });
    expect(fresh[0]).toEqual(fresh[6]);
  });

  it("writes into the state it is given", () => {
    const out = makeReelState();
    expect(reelAt(plan, 500, out)).toBe(out);
    expect(freeReelAt(30, 500, out)).toBe(out);
  });
});

describe("freeReelAt", () => {
  it("stays blurred and reveals nothing, however long the result takes", () => {
    for (const t of [0, 100, 5000, 60_000]) {
      expect(freeReelAt(30, t)).toMatchObject({ phase: "spin", blur: 1, win: 0 });
    }
  });
});

describe("ticksToSound", () => {
  it("is silent after a hidden tab and after a seek backwards", () => {
    expect(ticksToSound(5, 6)).toBe(true);
    expect(ticksToSound(5, 5)).toBe(false);
    expect(ticksToSound(5, 30)).toBe(false);
    expect(ticksToSound(30, 5)).toBe(false);
  });
});
