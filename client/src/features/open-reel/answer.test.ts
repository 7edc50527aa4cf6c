import { expect, test } from "vitest";
import { bestRow, openingAnswer, openingTier } from "./answer.ts";
import type { OpenReelStrip } from "./strips.ts";

const won = { id: 1, rarity: "contraband", image: "", thumb: "", brand: "", name: "" };
const strips = (...values: number[]): OpenReelStrip[] =>
  values.map((valueCents, i) => ({ resultId: `7-${i}`, entries: [won], won, valueCents, chance: 0.1 }));

test("several openings are celebrated by their sum", () => {
  expect(openingTier(strips(214, 12_110, 337, 4464, 214), 2800)).toBe(1);
  expect(openingTier(strips(100, 100), 99)).toBe(1);
  expect(openingTier(strips(98, 98), 99)).toBe(0);
});

test("the most valuable row alone gets light, by its own worth", () => {
  const answer = openingAnswer(strips(214, 12_110, 337, 4464, 214), 2800, false);
  expect(answer).toMatchObject({ best: 1, bestTier: 2, tier: 1 });
});

test("no row of a loss gets light, however rare its item or high its worth", () => {
  expect(bestRow(strips(5000, 1, 1, 1, 1), 2800)).toBe(-1);
  expect(openingAnswer(strips(5000, 1, 1, 1, 1), 2800, false)).toMatchObject({ best: -1, bestTier: 0, tier: 0 });
});

test("the same results look the same in every replay", () => {
  const [a, b] = [0, 1].map(() => openingAnswer(strips(500), 100, false));
  expect(a).toEqual(b);
  expect(a?.rows[0]?.reel.stopIndex).toBe(10);
});
