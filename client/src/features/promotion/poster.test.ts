import { describe, expect, it } from "vitest";
import { qrCells, wrap } from "./poster.ts";

const measure = (text: string) => [...text].length;

describe("wrap", () => {
  it("breaks between words", () => {
    expect(wrap("open boxes with me tonight", 11, measure)).toEqual(["open boxes", "with me", "tonight"]);
  });
  it("breaks anywhere in Chinese, and keeps Latin words whole", () => {
    expect(wrap("和我一起在Jadebox开箱吧", 7, measure)).toEqual(["和我一起在", "Jadebox", "开箱吧"]);
  });
  it("gives a word that does not fit a line of its own", () => {
    expect(wrap("a extraordinarily b", 6, measure)).toEqual(["a", "extraordinarily", "b"]);
  });
  it("has no lines for nothing", () => {
    expect(wrap("  ", 5, measure)).toEqual([]);
  });
});

describe("qrCells", () => {
  const cells = qrCells("https://play.example/page/source?poster=AB23CD45");
  it("is a square of one of the sizes of QR codes", () => {
    expect((cells.length - 17) % 4).toBe(0);
    for (const row of cells) expect(row).toHaveLength(cells.length);
  });
  it("has the three finders and no fourth", () => {
    const n = cells.length;
    const finder = (y: number, x: number) =>
      Array.from({ length: 7 }, (_, i) =>
        Array.from({ length: 7 }, (_, j) => {
          const ring = Math.max(Math.abs(i - 3), Math.abs(j - 3));
          return cells[y + i]?.[x + j] === (ring !== 2);
        }).every(Boolean),
      ).every(Boolean);
    expect([finder(0, 0), finder(0, n - 7), finder(n - 7, 0), finder(n - 7, n - 7)]).toEqual([true, true, true, false]);
  });
  it("is another one for another link", () => {
    expect(qrCells("https://play.example/page/source?poster=AB23CD46")).not.toEqual(cells);
  });
});
