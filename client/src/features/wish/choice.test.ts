import { describe, expect, test } from "vitest";
import { allowance, moved, owners, payOf, stillFree, toggled } from "./choice.ts";
import { bottle, room } from "./fixtures.ts";

describe("how many bottles may still be taken", () => {
  test("the share of one player, less what that player has", () => {
    expect(allowance(room(), "1001")).toBe(3);
    expect(allowance(room([bottle(1), bottle(2)]), "1001")).toBe(1);
    expect(allowance(room([bottle(1), bottle(2), bottle(3)]), "1001")).toBe(0);
    expect(allowance(room([bottle(1), bottle(2)]), "1002")).toBe(3);
  });
  test("never more than are free", () => {
    const almost = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => bottle(n, `${n}`));
    expect(allowance(room(almost), "1001")).toBe(2);
  });
  test("a visitor sees the whole share, and a room that is full or over has nothing left", () => {
    expect(allowance(room(), undefined)).toBe(3);
    for (const status of ["locked", "drawn", "void", "unheard of"])
      expect(allowance(room([], { status }), "1")).toBe(0);
  });
});

test("a choice keeps to what is free and to the share", () => {
  expect(stillFree(room([bottle(2, "9")]), "1001", [1, 2, 3])).toEqual([1, 3]);
  expect(stillFree(room([bottle(8), bottle(9)]), "1001", [1, 2, 3])).toEqual([1]);
  expect(stillFree(room([], { status: "locked" }), "1001", [1])).toEqual([]);
});

test("choosing, letting go, and one too many", () => {
  expect(toggled([5], 2, 3)).toEqual([2, 5]);
  expect(toggled([2, 5], 5, 3)).toEqual([2]);
  const full = [1, 2, 3];
  expect(toggled(full, 4, 3)).toBe(full);
  expect(toggled(full, 1, 3)).toEqual([2, 3]);
});

test("who took what: the most first, then the first bottle", () => {
  const list = owners(room([bottle(1, "a"), bottle(2, "b"), bottle(3, "c"), bottle(4, "b")]));
  expect(list.map(({ playerId, numbers }) => [playerId, numbers])).toEqual([
    ["b", [2, 4]],
    ["a", [1]],
    ["c", [3]],
  ]);
});

test("a room takes cards or gems", () => {
  expect(payOf({ cardNum: 2 })).toBe("cards");
  expect(payOf({ cardNum: 0 })).toBe("gems");
});

test.each([
  [0, "ArrowRight", 1],
  [0, "ArrowLeft", null],
  [0, "ArrowUp", null],
  [1, "ArrowDown", 6],
  [7, "ArrowUp", 2],
  [8, "ArrowDown", null],
  [9, "ArrowRight", null],
  [4, "Home", 0],
  [4, "End", 9],
  [4, "a", null],
] as const)("from %d by %s to %s, ten bottles in rows of five", (from, key, to) =>
  expect(moved(from, key, 10, 5)).toBe(to),
);
