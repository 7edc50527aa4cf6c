import { expect, test } from "vitest";
import { parseFilter, withValues } from "./filter.ts";

test("an address without values is the whole mall, the dearest first", () => {
  expect(parseFilter(new URLSearchParams("type=skin"))).toEqual({
    q: "",
    category: "",
    minCents: null,
    maxCents: null,
    sort: "price_desc",
    page: 1,
  });
});

test("values that make no sense are left out", () => {
  const filter = parseFilter(new URLSearchParams("q=%20jade%20&min=abc&max=12.5&sort=luck&page=-3"));
  expect(filter).toMatchObject({ q: "jade", minCents: null, maxCents: 1250, sort: "price_desc", page: 1 });
});

test("another search begins at its first page and keeps the rest", () => {
  const query = new URLSearchParams("type=skin&q=jade&page=4&sort=rarity");
  expect(withValues(query, { q: " tin " }).toString()).toBe("type=skin&q=tin&sort=rarity");
  expect(withValues(query, { q: "" }).toString()).toBe("type=skin&sort=rarity");
  expect(withValues(query, { page: "5" }).get("page")).toBe("5");
});
