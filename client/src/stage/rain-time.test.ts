import { describe, expect, test } from "vitest";
import {
  endPacket,
  farPlan,
  firstPacket,
  makePacketState,
  nearPlan,
  packetAt,
  packetCount,
  packetUnder,
  type RainPlan,
} from "./rain-time.ts";

const plan: RainPlan = { seed: 7, durationMs: 35_000, everyMs: 200, lifeMs: 6000 };
const phone: RainPlan = { ...plan, everyMs: 500 };
const state = (p: RainPlan, n: number, t: number) => {
  const out = makePacketState();
  packetAt(p, n, t, out);
  return out;
};

describe("packets", () => {
  test("one every 200 ms, on phones every 500 ms, and none is left at the end", () => {
    expect(packetCount(plan)).toBe(146);
    expect(packetCount(phone)).toBe(59);
    for (const p of [plan, phone]) {
      expect(
        state(p, packetCount(p) - 1, p.durationMs - 1).live || state(p, packetCount(p) - 1, p.durationMs - 150).live,
      ).toBe(true);
      expect(firstPacket(p, p.durationMs)).toBeGreaterThanOrEqual(packetCount(p) - 1);
      expect(state(p, packetCount(p), p.durationMs).live).toBe(false);
    }
  });

  test("live for six seconds, from above the screen to below it", () => {
    expect(state(plan, 10, 1999).live).toBe(false);
    expect(state(plan, 10, 2000)).toMatchObject({ live: true, y: -0.12 });
    expect(state(plan, 10, 7999).live).toBe(true);
    expect(state(plan, 10, 7999).y).toBeGreaterThan(1);
    expect(state(plan, 10, 8000).live).toBe(false);
  });

  test("a function of time: any order of moments gives the same picture", () => {
    const late = state(plan, 40, 9000);
    state(plan, 3, 700);
    expect(state(plan, 40, 9000)).toEqual(late);
    for (let n = 0; n < packetCount(plan); n++) {
      const { x } = state(plan, n, n * 200 + 3000);
      expect(x).toBeGreaterThan(0.03);
      expect(x).toBeLessThan(0.97);
    }
  });

  test("the visible range holds every live packet", () => {
    for (const t of [-5, 0, 199, 200, 6000, 12_345, 29_000, 34_999]) {
      const live = Array.from({ length: packetCount(plan) }, (_, n) => n).filter((n) => state(plan, n, t).live);
      const [from, end] = [firstPacket(plan, t), endPacket(plan, t)];
      expect(live.every((n) => n >= from && n < end)).toBe(true);
    }
  });
});

test("a tap takes the nearest packet that is not taken", () => {
  const t = 5000;
  const { x, y } = state(plan, 12, t);
  const at = { x: x * 1000, y: y * 800, w: 1000, h: 800, reach: 60 };
  expect(packetUnder(plan, t, at, () => false)).toBe(12);
  expect(packetUnder(plan, t, at, (n) => n === 12)).not.toBe(12);
  expect(packetUnder(plan, -100, at, () => false)).toBe(-1);
  expect(packetUnder(plan, t, { ...at, y: -500 }, () => false)).toBe(-1);
});

test("packets behind and before the others fall slower and faster, and all are gone at the end", () => {
  expect(farPlan(plan).lifeMs).toBeGreaterThan(plan.lifeMs);
  expect(nearPlan(plan).lifeMs).toBeLessThan(plan.lifeMs);
  for (const p of [farPlan(plan), nearPlan(plan)]) {
    expect(packetCount(p)).toBeLessThan(packetCount(plan));
    expect(state(p, packetCount(p) - 1, p.durationMs + 1).live).toBe(false);
  }
});
