import { expect, test } from "vitest";
import { flipCents, flipReturnPpm } from "./flip-price.ts";

test("no flip gives back more than its return, however few cards are left", () => {
  for (const cards of [[400, ...Array.from({ length: 8 }, () => 80)], [90_000, 1, 1, 1], [1, 1], [9_000_000_000_000]]) {
    const worth = cards.reduce((sum, cents) => sum + cents, 0);
    const price = flipCents(worth, cards.length, flipReturnPpm);
    const back = (BigInt(worth) * 1_000_000n) / (BigInt(price) * BigInt(cards.length));
    expect(back).toBeLessThanOrEqual(BigInt(flipReturnPpm));
    const cheaper = BigInt(price - 1) * BigInt(cards.length) * BigInt(flipReturnPpm);
    expect(cheaper).toBeLessThan(BigInt(worth) * 1_000_000n); // a cent less would give back more
  }
  expect(flipCents(1_040, 9, flipReturnPpm)).toBe(126);
});
