import { expect, test } from "vitest";
import { drawnRarity, parseRarity, RARITIES } from "./rarity.ts";

test.each([
  ["contraband", "contraband"],
  ["Ancient", "ancient"],
  ["ancient weapon", "ancient"],
  ["Legendary_Character", "legendary"],
  ["mythical weapon", "mythical"],
  ["RARE", "rare"],
  ["uncommon weapon", "uncommon"],
  ["Common", "common"],
  ["unknown", "common"],
  ["", "common"],
])("%j is drawn as %s (product spec §3)", (value, rarity) => {
  expect(parseRarity(value)).toBe(rarity);
});

test("of knives and hands the two finest are gold and no other has a colour; other items keep theirs", () => {
  for (const category of ["knife", "hands"]) {
    const drawn = RARITIES.map((rarity) => drawnRarity(rarity, category));
    expect(drawn).toEqual(["contraband", "contraband", ...Array(5).fill("common")]);
  }
  expect(RARITIES.map((rarity) => drawnRarity(rarity, "weapon"))).toEqual(RARITIES);
});
