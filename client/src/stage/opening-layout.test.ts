import { expect, it } from "vitest";
import { openingLayout } from "./opening-layout.ts";

/** Width and height of the stage at the six sizes of the design. */
const SIZES = [
  [360, 338],
  [390, 542],
  [752, 426],
  [1152, 400],
  [1312, 500],
  [1872, 760],
] as const;

it.each(SIZES)("at %i × %i the item and every row lie inside the stage", (w, h) => {
  const one = openingLayout(w, h, 1);
  const tall = (one.itemMost * 3) / 4;
  expect(one.itemY - tall / 2).toBeGreaterThanOrEqual(0);
  expect(one.itemY + tall / 2).toBeLessThanOrEqual(h);
  expect(one.lineX - one.itemMost / 2).toBeGreaterThanOrEqual(0);
  for (let rows = 2; rows <= 5; rows++) {
    const many = openingLayout(w, h, rows);
    expect(many.rowY(0) - many.card.h / 2).toBeGreaterThanOrEqual(0);
    expect(many.rowY(rows - 1) + many.card.h / 2).toBeLessThanOrEqual(h - many.totalHeight);
    expect(many.lineX - many.card.w / 2).toBeGreaterThanOrEqual(0);
    expect(w - many.wordsX).toBeGreaterThanOrEqual(180); // names are not cut
  }
});

it("places five rows on a phone as they are drawn: 91 high, the line at 84, the words from 150", () => {
  const { rowHeight, lineX, wordsX, totalHeight } = openingLayout(390, 538, 5);
  expect(rowHeight).toBeCloseTo(91, 0);
  expect(lineX).toBeCloseTo(84, -0.5);
  expect(wordsX).toBeCloseTo(150, -0.5);
  expect(totalHeight).toBe(83);
});

it("draws one reel at 1440 × 900 with cards of 190 × 236, 206 apart", () => {
  const { card, pitch, lineX } = openingLayout(1312, 500, 1);
  expect(card).toEqual({ w: 190, h: 236 });
  expect([pitch, lineX]).toEqual([206, 656]);
});
