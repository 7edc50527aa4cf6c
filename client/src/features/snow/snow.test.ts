import { expect, test } from "vitest";
import { flakeAt, flakesFor } from "./flakes.ts";
import { isSnowing } from "./season.ts";

test.each([
  [new Date(2026, 11, 23, 23, 59, 59), false],
  [new Date(2026, 11, 24), true],
  [new Date(2026, 11, 31, 23, 59, 59), true],
  [new Date(2027, 0, 1), false],
  [new Date(2026, 6, 26), false],
])("%s: %s", (now, snows) => expect(isSnowing(now)).toBe(snows));

test("flakes fall, never upwards, and come in again from above", () => {
  const [width, height] = [1440, 900];
  const flakes = flakesFor(width, height);
  expect(flakes.length).toBeGreaterThan(40);
  expect(flakesFor(7680, 4320).length).toBeLessThanOrEqual(140);
  for (const flake of flakes) {
    let above = 0;
    let [, before] = flakeAt(flake, 0, width, height);
    for (let t = 0.1; t < 60; t += 0.1) {
      const [x, y] = flakeAt(flake, t, width, height);
      expect(x).toBeGreaterThan(-40);
      expect(x).toBeLessThan(width + 40);
      if (y < before) above++;
      before = y;
    }
    expect(above).toBeGreaterThan(0);
    expect(above).toBeLessThan(7); // 60 s at 0.08 heights a second are not five times the screen
  }
});
