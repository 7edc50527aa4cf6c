import { expect, test } from "vitest";
import type { Quote } from "./api.ts";
import { type Choice, EMPTY, kept, mostOf, nearest, rateOf, toggled } from "./choice.ts";

const item = (id: string, valueCents: number) => ({ id, def: 1, valueCents });
const choice = (valueCents: number, gemsCents: number, priceCents: number): Choice => ({
  items: [item("1", valueCents)],
  gemsCents,
  target: { id: 2, priceCents },
  startBp: 0,
});

const quote = (...targets: Quote["targets"]): Quote => ({ stakeCents: 1_000, itemsCents: 1_000, targets });
const odds = (target: number, targetCents: number, rateE8: number, returnPpm = 800_000) => ({
  target,
  targetCents,
  rateE8,
  returnPpm,
});

test("the table shows what the server quotes, and plays at its price and rate", () => {
  const quoted = quote(odds(1, 2_000, 46_000_000), odds(2, 10_100, 7_920_000, 799_920));
  expect(rateOf(choice(1_000, 0, 10_000), quoted)).toEqual({
    rateE8: 7_920_000,
    targetCents: 10_100, // the catalogue of the page is older than the quote
    verdict: "ok",
    returned: 0.79992,
  });
});

test("what cannot be played says why", () => {
  expect(rateOf(EMPTY, quote()).verdict).toBe("items");
  expect(rateOf({ ...choice(100, 0, 1), target: null }, quote()).verdict).toBe("target");
  expect(rateOf(choice(300, 0, 10_000), undefined).verdict).toBe("waiting");
  expect(rateOf(choice(299, 0, 10_000), quote()).verdict).toBe("low");
  expect(rateOf(choice(1_088, 0, 1_000), quote()).verdict).toBe("high");
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
  const quoted = quote(odds(1, 1_100, 84_000_000), odds(2, 1_500, 61_000_000), odds(3, 9_000, 9_000_000));
  expect(nearest(quoted, 1.5)?.target).toBe(2);
  expect(nearest(quoted, 1_000)?.target).toBe(3);
  expect(nearest(quote(), 2)).toBeNull();
});
