import { describe, expect, test } from "vitest";
import { rollDraw, rollDrawMs, rollMoment, rollReel, rollSinceLandedMs, SPINS_MAX } from "./roll-time.ts";

const names = ["ann", "bob", "cid", "dee"];

describe("the draw of a roll room", () => {
  test("every spin lands on its winner and then says so, the best last", () => {
    const draw = rollDraw(["low", "mid", "top"], names, 9000);
    expect(rollDrawMs(draw)).toBe(9000);
    for (const [spin, winner] of ["low", "mid", "top"].entries()) {
      const end = rollMoment(draw, (spin + 1) * draw.spinMs - 1);
      expect(end.revealed).toBe(spin + 1);
      expect(draw.strips[spin]?.[rollReel(draw, end).index]).toBe(winner);
      const middle = rollMoment(draw, spin * draw.spinMs + draw.spinMs / 2);
      expect(middle.revealed).toBe(spin); // no name is shown while the reel turns
    }
    expect(rollMoment(draw, 60_000)).toMatchObject({ spin: 2, revealed: 3 });
    expect(rollMoment(draw, -5).revealed).toBe(0);
  });

  test("a name is called from its reel's rest on, and not before", () => {
    const draw = rollDraw(["low", "top"], names, 9000);
    const since = (tMs: number) => rollSinceLandedMs(draw, rollMoment(draw, tMs));
    expect(since(0)).toBeLessThan(0);
    expect(since(draw.spinMs - 501)).toBeLessThan(0);
    expect(since(draw.spinMs - 500)).toBe(0);
    expect(since(draw.spinMs)).toBeLessThan(0); // the next one turns
    expect(since(60_000)).toBeGreaterThan(500);
  });

  test("many prizes: the best get a spin, and the whole takes no longer", () => {
    const winners = Array.from({ length: 40 }, (_, i) => `w${i}`);
    const draw = rollDraw(winners, names, 9000);
    expect(draw.reels).toHaveLength(SPINS_MAX);
    expect(rollDrawMs(draw)).toBe(9000);
    expect(draw.strips.at(-1)).toContain("w39");
    expect(draw.strips.flat()).not.toContain("w0");
  });

  test("is a function of its inputs alone", () => {
    expect(rollDraw(["a"], names, 5000)).toEqual(rollDraw(["a"], names, 5000));
    const draw = rollDraw(["a"], [], 5000);
    const there = rollReel(draw, rollMoment(draw, 900)).pos;
    rollReel(draw, rollMoment(draw, 4000));
    expect(rollReel(draw, rollMoment(draw, 900)).pos).toBe(there);
  });
});
