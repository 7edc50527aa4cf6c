import { describe, expect, it } from "vitest";
import { makeParticle, shardAt, shardShape, sparkAt } from "./light-time.ts";

const LENGTH = 2800;

describe.each([
  ["sparks", sparkAt],
  ["shards", shardAt],
])("%s", (_, at) => {
  it("have not begun before 0 and are gone at the end of their celebration", () => {
    for (let i = 0; i < 220; i++) {
      expect(at(5, i, -1, LENGTH, makeParticle()).alive).toBe(false);
      expect(at(5, i, LENGTH, LENGTH, makeParticle()).alive).toBe(false);
    }
  });

  it("depend on seed, number and time alone", () => {
    const out = makeParticle();
    const moment = { ...at(5, 3, 600, LENGTH, out) };
    at(5, 3, 1200, LENGTH, out);
    expect({ ...at(5, 3, 600, LENGTH, out) }).toEqual(moment);
    expect({ ...at(6, 3, 600, LENGTH, out) }).not.toEqual(moment);
  });

  it("stay within one and a half radiuses and are never brighter than full", () => {
    for (let i = 0; i < 220; i++) {
      for (const t of [200, 700, 1500, 2300]) {
        const { alive, x, y, alpha } = at(7, i, t, LENGTH, makeParticle());
        if (!alive) continue;
        expect(Math.hypot(x, y)).toBeLessThan(1.5);
        expect(alpha).toBeGreaterThanOrEqual(0);
        expect(alpha).toBeLessThanOrEqual(1);
      }
    }
  });
});

it("puts about one shard in seven out of focus", () => {
  const soft = Array.from({ length: 700 }, (_, i) => shardShape(3, i)).filter((shape) => shape < 0).length;
  expect(soft).toBeGreaterThan(60);
  expect(soft).toBeLessThan(140);
});
