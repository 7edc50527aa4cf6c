import { expect, test } from "vitest";
import type { BoxSummary } from "../../state/boxes.ts";
import { matches } from "./popular-boxes.tsx";

const box = (priceCents: number, tags: readonly string[] = []) =>
  ({ priceCents, tags, name: { zh: "玉匣", en: "Jade Case", pt: "Caixa de Jade" } }) as unknown as BoxSummary;

test("every price is in one of the three ranges, its bounds in the middle one", () => {
  for (const [priceCents, range] of [
    [200, "low"],
    [2999, "low"],
    [3000, "middle"],
    [10_000, "middle"],
    [10_001, "high"],
  ] as const) {
    const found = (["low", "middle", "high"] as const).filter((kind) => matches(box(priceCents), kind, ""));
    expect(found, String(priceCents)).toEqual([range]);
    expect(matches(box(priceCents), "all", "")).toBe(true);
  }
});

test("new boxes are those that say so, and a name in any language finds a box", () => {
  expect([matches(box(1, ["new"]), "new", ""), matches(box(1, ["hot"]), "new", "")]).toEqual([true, false]);
  expect(["玉匣", "jade c", " CAIXA "].map((search) => matches(box(1), "all", search))).toEqual([true, true, true]);
  expect(matches(box(1), "all", "ruby")).toBe(false);
});
