import { describe, expect, it } from "vitest";
import { openReelStrips, type ReelItem } from "./strips.ts";

const item = (id: number): ReelItem | undefined =>
  id < 5 ? { id, rarity: "rare", image: `/i/${id}`, thumb: `/t/${id}`, brand: "Talon", name: `No ${id}` } : undefined;
const odds = [
  { def: 1, tickets: 8_000_000 },
  { def: 2, tickets: 8_000_000 },
  { def: 77, tickets: 777_216 },
];

describe("openReelStrips", () => {
  it("gives each result its own strip with the result at position 10", () => {
    const strips = openReelStrips(
      [
        { resultId: "9-0", def: 1, valueCents: 100 },
        { resultId: "9-1", def: 2, valueCents: 250 },
      ],
      odds,
      item,
    );
    expect(strips.map((s) => s.entries[10]?.id)).toEqual([1, 2]);
    expect(strips.map((s) => [s.won.name, s.valueCents])).toEqual([
      ["No 1", 100],
      ["No 2", 250],
    ]);
    for (const strip of strips) expect(strip.entries).toHaveLength(30);
    expect(strips[0]?.entries.map((e) => e.id)).not.toEqual(strips[1]?.entries.map((e) => e.id));
  });

  it("shows no stand-in for a result that the catalogue does not know", () => {
    expect(() => openReelStrips([{ resultId: "9-0", def: 77, valueCents: 1 }], odds, item)).toThrow("item 77");
  });
});
