import { expect, test } from "vitest";
import { parseFilter, parseType, withRange } from "./filter.ts";

test("an unknown type or sort reads as the default", () => {
  expect(parseType("csgo")).toBe("csgo");
  expect(parseType("dota")).toBe("all");
  expect(parseType(undefined)).toBe("all");
  expect(parseFilter("all", new URLSearchParams("sort=cheapest")).sort).toBe("popular");
});

test("prices are cents, and nonsense is no bound", () => {
  const filter = parseFilter("hash", new URLSearchParams("min=1.5&max=abc&sort=price_desc"));
  expect(filter).toEqual({ type: "hash", minCents: 150, maxCents: null, sort: "price_desc", q: "" });
});

test("a range in the address keeps the rest and drops what is empty", () => {
  const query = withRange(new URLSearchParams("sort=new&max=9"), "1,5", "");
  expect(query.toString()).toBe("sort=new&min=1.50");
});
