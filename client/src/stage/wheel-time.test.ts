import { expect, test } from "vitest";
import {
  edgeAhead,
  inSection,
  makeWheelState,
  tensionAt,
  WHEEL_SPIN_MS,
  type WheelPlan,
  wheelAt,
  wheelEndMs,
  wheelPlan,
} from "./wheel-time.ts";

const plan: WheelPlan = wheelPlan({ id: "17-0", startE8: 90_000_000, rateE8: 25_000_000, v: 0x0a0000, won: true });

test("rests exactly on the number of the proof", () => {
  const at = wheelAt(plan, WHEEL_SPIN_MS, makeWheelState());
  expect(at.place).toBe(0x0a0000 / 0xffffff);
  expect(at).toMatchObject({ speed: 0, inside: true, shown: 0 });
  expect(wheelAt(plan, wheelEndMs(plan), makeWheelState()).shown).toBe(1);
  expect(wheelAt(plan, 1e9, makeWheelState()).place).toBe(at.place);
});

test("any moment can be asked for in any order", () => {
  const forward = [0, 700, 1500, 2990, 3200].map((t) => ({ ...wheelAt(plan, t, makeWheelState()) }));
  const state = makeWheelState();
  const backward = [3200, 2990, 1500, 700, 0].map((t) => ({ ...wheelAt(plan, t, state) })).reverse();
  expect(backward).toEqual(forward);
});

test("slows down all the way and never runs backwards", () => {
  let [speed, ticks] = [Number.POSITIVE_INFINITY, -1];
  for (let t = 0; t <= WHEEL_SPIN_MS; t += 16) {
    const at = wheelAt(plan, t, makeWheelState());
    expect(at.speed).toBeLessThan(speed);
    expect(at.ticks).toBeGreaterThanOrEqual(ticks);
    [speed, ticks] = [at.speed, at.ticks];
  }
});

test("the section is open at its start, closed at its end and goes over the top", () => {
  expect([0, 0.5, 0.500001].map((p) => inSection(p, 0, 0.5))).toEqual([true, true, false]);
  expect([0.25, 0.2501, 0.75, 0.7501].map((p) => inSection(p, 0.25, 0.5))).toEqual([false, true, true, false]);
  expect([0.9, 0.95, 0, 0.14, 0.16].map((p) => inSection(p, 0.9, 0.25))).toEqual([false, true, true, true, false]);
});

test("tension follows the true angle to the edge that comes next, and none is left at rest", () => {
  expect(edgeAhead(0.2, 0.25, 0.5)).toBeCloseTo(0.05);
  expect(edgeAhead(0.5, 0.25, 0.5)).toBeCloseTo(0.25);
  expect(edgeAhead(0.95, 0.02, 0.1)).toBeCloseTo(0.07);
  const at = (place: number, speed: number) =>
    tensionAt({ ...plan, start: 0.25, rate: 0.5 }, { ...makeWheelState(), place, speed });
  expect(at(0.24, 0.1)).toBeGreaterThan(at(0.2, 0.1));
  expect(at(0.26, 0.1)).toBe(0); // the edge is behind
  expect([at(0.24, 0), at(0.24, 3)]).toEqual([0, 0]);
});
