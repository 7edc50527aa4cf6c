import { expect, test } from "vitest";
import { parseRarity } from "./rarity.ts";

test.each([
  ["contraband", "contraband"],
  ["Ancient", "ancient"],
  ["ancient weapon", "ancient"],
  ["Legendary_Character", "legendary"],
  ["unknown", "common"],
  ["", "common"],
])("%j is drawn as %s (product spec §3)", (value, rarity) => {
  expect(parseRarity(value)).toBe(rarity);
});
