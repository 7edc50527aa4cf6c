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
    // Of one flake at all moments: an assertion each would be a quarter of a million.
    const at = Array.from({ length: 600 }, (_, i) => flakeAt(flake, i / 10, width, height));
    const across = at.map(([x]) => x);
    expect(Math.min(...across)).toBeGreaterThan(-40);
    expect(Math.max(...across)).toBeLessThan(width + 40);
    const above = at.filter(([, y], i) => y < (at[i - 1]?.[1] ?? y)).length;
    expect(above).toBeGreaterThan(0);
    expect(above).toBeLessThan(7); // 60 s at 0.08 heights a second are not five times the screen
  }
});
