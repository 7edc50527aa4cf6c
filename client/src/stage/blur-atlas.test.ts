import { describe, expect, it } from "vitest";
import { type BlurGeometry, blurCell } from "./blur-atlas.ts";

type Shipped = BlurGeometry & { readonly rows: number; readonly count: number };
const [shipped] = Object.values(
  import.meta.glob<Shipped>("../../public/art/blur.json", { eager: true, import: "default" }),
);

describe("blurCell", () => {
  it("finds a cell of its own inside the shipped atlas for every item", () => {
    if (!shipped) throw new Error("no blur.json");
    const cells = new Set<string>();
    for (let def = 1; def <= shipped.count; def++) {
      const { x, y, w, h } = blurCell(shipped, def);
      expect(x + w).toBeLessThanOrEqual(shipped.columns * shipped.cell.w);
      expect(y + h).toBeLessThanOrEqual(shipped.rows * shipped.cell.h);
      cells.add(`${x},${y}`);
    }
    expect(cells.size).toBe(shipped.count);
    expect(blurCell(shipped, 1)).toMatchObject({ x: 0, y: 0 });
  });
});
