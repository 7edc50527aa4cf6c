import { describe, expect, it } from "vitest";
import { makeTierFrame, TIERS, type Tier, type TierFrame, tierCountEndMs, tierFrame, tierOf } from "./tiers.ts";

const ALL: readonly Tier[] = [0, 1, 2, 3, 4];
const at = (tier: Tier, tMs: number): TierFrame => tierFrame(tier, tMs, makeTierFrame());

describe("tierOf", () => {
  it.each([
    [99, 100, 0],
    [100, 100, 1],
    [299, 100, 1],
    [300, 100, 2],
    [999, 100, 2],
    [1000, 100, 3],
    [4999, 100, 3],
    [5000, 100, 4],
    [0, 100, 0],
  ])("%i won for %i paid is tier %i", (won, paid, tier) => {
    expect(tierOf(won, paid)).toBe(tier);
  });

  it("does not celebrate what there is nothing to measure against", () => {
    expect(tierOf(5000, 0)).toBe(0);
  });
});

describe("tierFrame", () => {
  it("stands still from the end of a tier on: seeking far past it is its last frame", () => {
    for (const tier of ALL) {
      const end = at(tier, TIERS[tier].lengthMs);
      expect(at(tier, 1e9)).toEqual(end);
      expect(end).toMatchObject({ count: 1, shakeX: 0, shakeY: 0, camera: TIERS[tier].push });
      expect(end.chip).toBeCloseTo(1);
      expect(end.lift).toBeCloseTo(1);
    }
  });

  it("depends on tier and time alone, in any order", () => {
    const out = makeTierFrame();
    const moment = { ...tierFrame(3, 700, out) };
    tierFrame(4, 2000, out);
    expect({ ...tierFrame(3, 700, out) }).toEqual(moment);
  });

  it("sets the number of a loss at once, without light, camera or movement", () => {
    for (const t of [0, 1, 200, 400]) {
      expect(at(0, t)).toMatchObject({ camera: 1, rays: 0, flare: 0, count: 1, chip: 1, ringDeg: 0, sweep: 0 });
      expect(at(0, t)).toMatchObject({ shakeX: 0, shakeY: 0, parallaxPx: 0 });
    }
  });

  it("counts a blaze from 300 to 1700 ms and pops its chip at 1500", () => {
    expect(at(3, 300).count).toBe(0);
    expect(at(3, 1699).count).toBeLessThan(1);
    expect(at(3, 1700).count).toBe(1);
    expect(at(3, 1500).chip).toBe(0);
    expect(Math.max(...Array.from({ length: 22 }, (_, i) => at(3, 1500 + i * 10).chip))).toBeGreaterThan(1);
    expect(at(3, 1720).chip).toBeCloseTo(1);
  });

  it("never counts backwards and is done with the number before the celebration ends", () => {
    for (const tier of ALL) {
      expect(tierCountEndMs(tier)).toBeLessThanOrEqual(TIERS[tier].lengthMs);
      for (let t = 0; t < TIERS[tier].lengthMs; t += 20) {
        expect(at(tier, t + 20).count).toBeGreaterThanOrEqual(at(tier, t).count);
      }
    }
  });

  it("shakes a blaze for 180 ms by at most 4 px and nothing else ever", () => {
    for (const tier of ALL) {
      for (let t = 0; t < TIERS[tier].lengthMs; t += 10) {
        const { shakeX, shakeY } = at(tier, t);
        const most = tier === 3 && t < 180 ? 4 : 0;
        expect(Math.max(Math.abs(shakeX), Math.abs(shakeY))).toBeLessThanOrEqual(most);
      }
    }
    expect(Math.abs(at(3, 0).shakeX) + Math.abs(at(3, 30).shakeX)).toBeGreaterThan(0);
  });

  it("keeps three tenths of the rays at rest", () => {
    expect(at(2, 600).rays).toBeCloseTo(1);
    expect(at(3, 600).rays).toBe(1);
    expect(at(3, 2800).rays).toBeCloseTo(0.3);
    expect(at(1, 600).rays).toBe(0);
  });

  it("grows with the tier in every measure, and draws at most 264 particles on a phone", () => {
    for (const tier of [1, 2, 3, 4] as const) {
      const [less, more] = [TIERS[(tier - 1) as Tier], TIERS[tier]];
      for (const key of ["lengthMs", "countMs", "numberPx", "push"] as const) {
        expect(more[key]).toBeGreaterThan(less[key]);
      }
      expect(more.sparks.phone).toBeGreaterThan(less.sparks.phone);
      expect(more.sparks.phone + more.shards.phone).toBeLessThanOrEqual(264);
    }
  });
});
