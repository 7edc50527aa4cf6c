import { describe, expect, it } from "vitest";
import {
  arcAt,
  arrivedAt,
  flightAt,
  flightGapMs,
  TAKEOVER_FLY_MS,
  TAKEOVER_LANDED_MS,
  takenCents,
} from "./takeover-time.ts";

describe("flights", () => {
  it("leave 60 ms apart and fly 640 ms", () => {
    expect(flightGapMs(5)).toBe(60);
    expect(flightAt(0, 5, TAKEOVER_FLY_MS)).toBe(0);
    expect(flightAt(0, 5, TAKEOVER_FLY_MS + 320)).toBe(0.5);
    expect(flightAt(2, 5, TAKEOVER_FLY_MS + 120 + 640)).toBe(1);
  });

  it("have all arrived in time, however many there are", () => {
    for (const count of [1, 2, 15, 45]) {
      expect(arrivedAt(count, TAKEOVER_LANDED_MS), String(count)).toBe(count);
      expect(flightAt(count - 1, count, TAKEOVER_LANDED_MS), String(count)).toBeCloseTo(1);
    }
    expect(arrivedAt(0, TAKEOVER_LANDED_MS)).toBe(0);
  });

  it("count one by one, and the number grows by the price of each at its arrival", () => {
    const flights = [100, 20, 3];
    const first = TAKEOVER_FLY_MS + 640;
    expect(takenCents(1000, flights, first - 1)).toBe(1000);
    expect(takenCents(1000, flights, first)).toBe(1100);
    expect(takenCents(1000, flights, first + 60)).toBe(1120);
    expect(takenCents(1000, flights, TAKEOVER_LANDED_MS)).toBe(1123);
  });

  it("go over the heads, from where an item lies to where the winner is", () => {
    const from = { x: 0, y: 300 };
    const to = { x: 200, y: 100 };
    const at = (u: number) => arcAt(from, -100, to, u, { x: 0, y: 0 });
    expect(at(0)).toEqual(from);
    expect(at(1)).toEqual(to);
    expect(at(0.5).y).toBeLessThan(100);
  });
});
