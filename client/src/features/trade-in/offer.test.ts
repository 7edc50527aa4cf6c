import { expect, test } from "vitest";
import { costOf, EMPTY, limitOf, type Offer, refundOf, stateOf } from "./offer.ts";

const offer = (values: number[], gemsCents: number, priceCents: number | null, mallCents?: number | null): Offer => ({
  mallCents,
  items: values.map((valueCents, i) => ({ id: String(i), def: 1, valueCents })),
  gemsCents,
  target: priceCents === null ? null : { id: 9, priceCents },
});

test("two items, or one and gems", () => {
  expect(stateOf(EMPTY)).toBe("items");
  expect(stateOf(offer([50], 0, 10))).toBe("items");
  expect(stateOf(offer([50], 1, 10, 11))).toBe("ok");
  expect(stateOf(offer([50, 50], 0, null))).toBe("target");
});

test("at most 97 % of it, the rest comes back", () => {
  expect(limitOf(offer([50, 50], 0, 1))).toBe(97);
  expect(stateOf(offer([50, 50], 0, 97))).toBe("ok");
  expect(stateOf(offer([50, 50], 0, 98))).toBe("dear");
  expect(limitOf(offer([50], 33, 1))).toBe(80); // 80.51
  expect(refundOf(offer([50, 50], 0, 80))).toBe(20);
  expect(refundOf(offer([50, 50], 0, 98))).toBe(0);
});

test("gems buy at the mall's price what the items are not worth", () => {
  expect(stateOf(offer([10], 500, 400))).toBe("price");
  expect(stateOf(offer([10], 500, 400, null))).toBe("gone");
  expect(costOf(offer([10], 500, 400, 412))).toBe(402); // 401.7
  expect(stateOf(offer([200, 190], 22, 400, 800))).toBe("dear");
  expect(stateOf(offer([10], 420, 400, 440))).toBe("gems"); // 429
  expect(stateOf(offer([10], 429, 400, 440))).toBe("ok");
  expect(refundOf(offer([10], 500, 400, 440))).toBe(71);
  expect(refundOf(offer([50, 50], 10, 80, 88))).toBe(30); // the items are enough
  expect(costOf(offer([1], 2 ** 50, 2 ** 50, 2 ** 51))).toBe(2 ** 51 - 2);
});
