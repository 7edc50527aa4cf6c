import { expect, test } from "vitest";
import type { BagItem } from "./api.ts";
import { SELECTION_MAX, type Selection, toggle, togglePage, worth } from "./selection.ts";

const item = (id: string, status = 0): BagItem => ({ id, def: 1, status, source: 1, valueCents: 10, atMs: 0 });
const NONE: Selection = new Map();

test("an item is chosen and let go; its value counts once", () => {
  const one = toggle(NONE, item("a"));
  expect(worth(one)).toBe(10);
  expect(toggle(one, item("a")).size).toBe(0);
});

test("what is sold already cannot be chosen", () => {
  expect(toggle(NONE, item("a", 2)).size).toBe(0);
  expect([...togglePage(NONE, [item("a", 2), item("b")]).keys()]).toEqual(["b"]);
});

test("what came back can be chosen again, unless it came back too often", () => {
  const chosen = togglePage(
    NONE,
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((status) => item(String(status), status)),
  );
  expect([...chosen.keys()]).toEqual(["0", "4", "7"]);
});

test("no more than one call may sell", () => {
  const many = Array.from({ length: SELECTION_MAX + 5 }, (_, i) => item(String(i)));
  const full = togglePage(NONE, many);
  expect(full.size).toBe(SELECTION_MAX);
  expect(toggle(full, item("more")).size).toBe(SELECTION_MAX);
});

test("a page that is wholly chosen is let go, the rest stays", () => {
  const first = togglePage(NONE, [item("a"), item("b")]);
  const both = togglePage(first, [item("c")]);
  expect([...togglePage(both, [item("a"), item("b")]).keys()]).toEqual(["c"]);
});
