import { describe, expect, it } from "vitest";
import type { PayTier, PayWay } from "./api.ts";
import { bonusOf, safeAddress, tierOf, waysFor } from "./ways.ts";

const way = (type: number): PayWay => ({
  type,
  name: `way${type}`,
  url: "/api/pay/order",
  rechargeConfig: [],
  goodsList: [],
  least: 1,
  most: 100,
});

describe("ways to pay", () => {
  it("leaves out 4 on phones and 3 elsewhere", () => {
    const all = [1, 2, 3, 4, 5].map(way);
    expect(waysFor(all, true).map(({ type }) => type)).toEqual([1, 2, 3, 5]);
    expect(waysFor(all, false).map(({ type }) => type)).toEqual([1, 2, 4, 5]);
  });
});

describe("tiers", () => {
  const tiers: readonly PayTier[] = [
    { key: 50, ratio: 1, val: 0.02 },
    { key: 10, ratio: 1, val: 0.01 },
    { key: 200, ratio: 0, val: 7 },
  ];
  it.each([
    [9.99, null],
    [10, 10],
    [49.99, 10],
    [50, 50],
    [1000, 200],
  ])("%d reaches %s", (price, key) => {
    expect(tierOf(tiers, price)?.key ?? null).toBe(key);
  });
  it("multiplies by 100 only when the ratio is 1", () => {
    expect(bonusOf({ key: 10, ratio: 1, val: 0.07 })).toEqual({ share: true, value: 7 });
    expect(bonusOf({ key: 200, ratio: 0, val: 7 })).toEqual({ share: false, value: 7 });
  });
});

describe("addresses", () => {
  const origin = "http://127.0.0.1:8080";
  it.each([
    ["/sandbox/pay/x", "http://127.0.0.1:8080/sandbox/pay/x"],
    ["https://checkout.stripe.com/c/pay/1", "https://checkout.stripe.com/c/pay/1"],
    ["http://example.org/", null],
    ["javascript:alert(1)", null],
    ["data:text/html,x", null],
    ["//example.org/x", null],
    ["blob:http://127.0.0.1:8080/x", null], // has the site's origin, and its text is any page's
    ["https://", null],
  ])("%s", (url, want) => {
    expect(safeAddress(url, origin)).toBe(want);
  });
});
