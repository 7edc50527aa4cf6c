import { expect, test } from "vitest";
import { EMPTY, limitOf, type Offer, refundOf, stateOf } from "./offer.ts";

const offer = (values: number[], gemsCents: number, priceCents: number | null): Offer => ({
  items: values.map((valueCents, i) => ({ id: String(i), def: 1, valueCents })),
  gemsCents,
  target: priceCents === null ? null : { id: 9, priceCents },
});

test("two items, or one and gems", () => {
  expect(stateOf(EMPTY)).toBe("items");
  expect(stateOf(offer([50], 0, 10))).toBe("items");
  expect(stateOf(offer([50], 1, 10))).toBe("ok");
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
