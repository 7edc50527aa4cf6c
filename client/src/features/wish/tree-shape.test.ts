import { expect, test } from "vitest";
import { timeLeftText } from "./time-left.ts";
import { fireflies, hooks, LANTERNS_MAX, leafPaths, SHADES, TREE } from "./tree-shape.ts";

test("the tree is the same on every page", () => {
  expect(leafPaths()).toEqual(leafPaths());
  expect(leafPaths()).toHaveLength(SHADES);
  for (const path of leafPaths()) expect(path.length).toBeGreaterThan(1000);
});

test("nothing is drawn beside the picture", () => {
  const numbers = (
    leafPaths()
      .join("")
      .match(/-?\d+ -?\d+/g) ?? []
  ).map((pair) => pair.split(" ").map(Number));
  expect(numbers.length).toBeGreaterThan(1000);
  for (const [x = Number.NaN, y = Number.NaN] of [...numbers, ...fireflies(26).map(({ x, y }) => [x, y])]) {
    expect(x).toBeGreaterThanOrEqual(-40);
    expect(x).toBeLessThanOrEqual(TREE.width + 40);
    expect(y).toBeGreaterThanOrEqual(-40);
    expect(y).toBeLessThanOrEqual(TREE.height);
  }
});

/** As drawn on a wide screen: lantern and slip, in shares of the tree. */
const WIDTH = 0.122;

test.each([0, 1, 2, 3, 4, 5, 6, 9])("%d lanterns hang from the left to the right, each clear of the next", (count) => {
  const places = hooks(count);
  expect(places).toHaveLength(Math.min(count, LANTERNS_MAX));
  for (const [i, { x, order }] of places.entries()) {
    expect(x - WIDTH / 2).toBeGreaterThan(0);
    expect(x + WIDTH / 2).toBeLessThan(1);
    expect(order).toBeLessThan(count);
    const next = places[i + 1];
    if (next) expect(next.x - x).toBeGreaterThan(WIDTH);
  }
});

test("what is left of a time, with days only where there are any", () => {
  expect(timeLeftText(0, "d")).toBe("00:00:00");
  expect(timeLeftText(-5, "d")).toBe("00:00:00");
  expect(timeLeftText(61_001, "d")).toBe("00:01:02");
  expect(timeLeftText(86_400_000 + 3_600_000, "d")).toBe("1d 01:00:00");
});
