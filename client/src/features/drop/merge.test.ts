import { expect, test } from "vitest";
import type { Drop } from "../../protocol/gen.ts";
import { DROPS_SHOWN, merged } from "./merge.ts";

const drop = (id: string, atMs: number) => ({ id, atMs }) as Drop;

test("newest first, each once, and no more than are shown", () => {
  const list = merged([drop("b", 2), drop("c", 3)], [drop("b", 2), drop("a", 1)]);
  expect(list.map((d) => d.id)).toEqual(["c", "b", "a"]);
  const many = Array.from({ length: 100 }, (_, i) => drop(String(i), i));
  expect(merged(many, many)).toHaveLength(DROPS_SHOWN);
  expect(merged([], many)[0]?.id).toBe("99");
});
