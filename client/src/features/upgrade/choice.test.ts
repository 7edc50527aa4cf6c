import { expect, test } from "vitest";
import { type Choice, EMPTY, kept, mostOf, nearest, rateOf, toggled } from "./choice.ts";

const FEE = { drawPPM: 80_000, leastPPM: 20_000 };
const item = (id: string, valueCents: number) => ({ id, def: 1, valueCents });
const choice = (valueCents: number, gemsCents: number, priceCents: number): Choice => ({
  items: [item("1", valueCents)],
  gemsCents,
  target: { id: 2, priceCents },
  startBp: 0,
});

test("the rate follows the rule of the house on both sides of a quarter", () => {
  expect(rateOf(choice(1_000, 0, 10_000), FEE)).toEqual({ rateE8: 8_000_000, verdict: "ok", returned: 0.8 });
  expect(rateOf(choice(4_000, 1_000, 10_000), FEE)).toEqual({ rateE8: 46_000_000, verdict: "ok", returned: 0.92 });
});

test("what cannot be played says why", () => {
  expect(rateOf(EMPTY, FEE).verdict).toBe("items");
  expect(rateOf({ ...choice(100, 0, 1), target: null }, FEE).verdict).toBe("target");
  expect(rateOf(choice(299, 0, 10_000), FEE).verdict).toBe("low");
  expect(rateOf(choice(300, 0, 10_000), FEE).verdict).toBe("ok");
  expect(rateOf(choice(1_088, 0, 1_000), FEE).verdict).toBe("high");
  expect(rateOf(choice(1_087, 0, 1_000), FEE)).toMatchObject({ verdict: "ok", rateE8: 100_000_000 });
});

test("ten items at most, each once", () => {
  let items: Choice["items"] = [];
  for (let i = 0; i < 12; i++) items = toggled(items, item(String(i), 5));
  expect(items.length).toBe(10);
  items = toggled(items, item("3", 5));
  expect(items.map(({ id }) => id)).not.toContain("3");
});

test("what left the backpack leaves the table", () => {
  const both = [item("1", 5), item("2", 5)];
  expect(kept(both, [item("2", 5)])).toEqual([item("2", 5)]);
  expect(kept(both, both)).toBe(both);
});

test("whole gems are added, never more than there are", () => {
  expect([0, 99, 100, 12_345].map(mostOf)).toEqual([0, 0, 100, 12_300]);
});

test("a multiple finds the nearest item that can be won", () => {
  const goods = [100, 150, 900, 90_000].map((priceCents) => ({ priceCents }));
  expect(nearest(goods, 100, 1.5, FEE)?.priceCents).toBe(150);
  expect(nearest(goods, 100, 1_000, FEE)?.priceCents).toBe(900);
  expect(nearest([], 100, 2, FEE)).toBeNull();
});
