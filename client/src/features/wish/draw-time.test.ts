import { expect, test } from "vitest";
import { DRAW_MS, drawSteps, isDrawing, lightAt, REST_MS } from "./draw-time.ts";

const ROOMS = [
  [1, 4],
  [4, 4],
  [7, 20],
  [20, 20],
  [137, 200],
  [200, 200],
] as const;

test.each(ROOMS)("the light rests on bottle %d of %d, and not before its time", (winner, bottles) => {
  expect(lightAt(winner, bottles, DRAW_MS)).toMatchObject({ number: winner, rests: true, speed: 0 });
  expect(lightAt(winner, bottles, DRAW_MS * 9)).toMatchObject({ number: winner, rests: true });
  expect(lightAt(winner, bottles, DRAW_MS - 1).rests).toBe(false);
  expect(lightAt(winner, bottles, DRAW_MS - 1).step).toBe(drawSteps(winner, bottles) - 1);
});

test.each(ROOMS)("it only goes on and only gets slower (bottle %d of %d)", (winner, bottles) => {
  let last = lightAt(winner, bottles, 0);
  expect(last.step).toBe(0);
  for (let t = 1; t <= DRAW_MS; t += 7) {
    const light = lightAt(winner, bottles, t);
    expect(light.step).toBeGreaterThanOrEqual(last.step);
    expect(light.speed).toBeLessThan(last.speed);
    expect(light.number).toBe((light.step % bottles) + 1);
    last = light;
  }
});

test("a page that seeks sees what a page that watched sees, also before the draw", () => {
  const watched = [0, 700, 1500, 2900, 4400].map((t) => lightAt(13, 20, t));
  expect([4400, 1500, 0, 2900, 700].map((t) => lightAt(13, 20, t))).toEqual([4, 2, 0, 3, 1].map((i) => watched[i]));
  expect(lightAt(13, 20, -500).step).toBe(0); // the clock of this machine is behind
});

test("every room is a show: at least 64 bottles are passed, all of them at least once", () => {
  for (const [winner, bottles] of ROOMS) {
    expect(drawSteps(winner, bottles)).toBeGreaterThanOrEqual(64);
    expect(drawSteps(winner, bottles)).toBeGreaterThanOrEqual(bottles);
    expect(drawSteps(winner, bottles)).toBeLessThan(64 + 2 * bottles);
  }
});

test("the draw is on until the light has rested", () => {
  expect(isDrawing(1000, 1000)).toBe(true);
  expect(isDrawing(1000, 1000 + DRAW_MS + REST_MS - 1)).toBe(true);
  expect(isDrawing(1000, 1000 + DRAW_MS + REST_MS)).toBe(false);
});
