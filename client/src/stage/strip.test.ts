import { describe, expect, it } from "vitest";
import { buildStrip, pictureRandom, reelPlanFor, seedOf } from "./strip.ts";

const odds = [
  { def: 7, tickets: 167_772 },
  { def: 3, tickets: 4_194_304 },
  { def: 9, tickets: 12_415_140 },
];

describe("buildStrip", () => {
  it("puts the result at position 10 of 30", () => {
    const strip = buildStrip({ resultId: "42-0", odds, resultDef: 7 });
    expect(strip).toHaveLength(30);
    expect(strip[10]).toBe(7);
  });

  it("shows the same strip for the same result and another for the next", () => {
    const of = (resultId: string) => buildStrip({ resultId, odds, resultDef: 3 });
    expect(of("42-0")).toEqual(of("42-0"));
    expect(of("42-0")).not.toEqual(of("42-1"));
  });

  it("holds nothing that the box does not hold, and never an entry without tickets", () => {
    const defs = new Set(
      buildStrip({ resultId: "a", odds: [...odds, { def: 1, tickets: 0 }], resultDef: 9, count: 5000 }),
    );
    expect([...defs].sort()).toEqual([3, 7, 9]);
  });

  it("is filled in the published proportions: never padded with better items", () => {
    const total = odds.reduce((sum, o) => sum + o.tickets, 0);
    const count = 60_000;
    const strip = buildStrip({ resultId: "proportions", odds, resultDef: undefined, count });
    for (const { def, tickets } of odds) {
      const p = tickets / total;
      const seen = strip.filter((d) => d === def).length / count;
      expect(Math.abs(seen - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / count));
    }
  });

  it("changes one entry only when the result becomes known", () => {
    const before = buildStrip({ resultId: "b", odds, resultDef: undefined });
    const after = buildStrip({ resultId: "b", odds, resultDef: 7 });
    expect(after.map((d, i) => (d === before[i] ? -1 : i)).filter((i) => i >= 0 && i !== 10)).toEqual([]);
  });

  it("refuses odds without tickets", () => {
    expect(() => buildStrip({ resultId: "c", odds: [], resultDef: 1 })).toThrow("without tickets");
  });
});

describe("reelPlanFor", () => {
  it("lands inside the won cell, away from its borders", () => {
    for (let i = 0; i < 500; i++) expect(Math.abs(reelPlanFor(`r${i}`, 3000, 350).offset)).toBeLessThan(0.35);
  });
});

describe("seedOf", () => {
  it("separates ids that differ in one character", () => {
    const seeds = new Set(Array.from({ length: 10_000 }, (_, i) => seedOf(`battle-${i}:0:0`)));
    expect(seeds.size).toBe(10_000);
    expect(Math.abs(pictureRandom(seedOf("x:0"))() - pictureRandom(seedOf("x:1"))())).toBeGreaterThan(0.001);
  });
});
