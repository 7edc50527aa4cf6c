import { expect, test } from "vitest";
import type { LuckycardSnapshot } from "../../protocol/gen.ts";
import { oddsOf, ppmOf } from "./odds.ts";

const prize = (def: number, valueCents: number, left: number) => ({ def, valueCents, left, total: 2 });

test("the odds of a flip are the cards that are left, of those that lie face down", () => {
  const prizes = [prize(1, 900, 0), prize(2, 45_979, 1), prize(3, 14_044, 1), prize(4, 389, 5)];
  const odds = oddsOf({ card: { left: 7, priceCents: 9500 }, prizes } as unknown as LuckycardSnapshot);
  expect(odds).toMatchObject({ left: 7, topLeft: 1, aboveLeft: 2 });
  expect(odds.top?.def).toBe(2);
  expect(ppmOf(odds.topLeft, odds.left)).toBe(142_857);
});

test("a deck whose top prize went keeps telling which it was, and nothing is left of it", () => {
  const odds = oddsOf({
    card: { left: 0, priceCents: 100 },
    prizes: [prize(1, 500, 0)],
  } as unknown as LuckycardSnapshot);
  expect(odds).toMatchObject({ left: 0, topLeft: 0, aboveLeft: 0 });
  expect(odds.top?.def).toBe(1);
  expect(ppmOf(0, 0)).toBe(0);
});
