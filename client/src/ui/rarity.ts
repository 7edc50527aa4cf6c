import type { CSSProperties } from "react";

export const RARITIES = ["contraband", "ancient", "legendary", "mythical", "rare", "uncommon", "common"] as const;
export type Rarity = (typeof RARITIES)[number];

/**
 * Capitalised or lower case, and names like "ancient weapon"; what is unknown is white like common (product spec §3).
 */
export function parseRarity(value: string): Rarity {
  return RARITIES.find((rarity) => value.toLowerCase().startsWith(rarity)) ?? "common";
}

/**
 * What an item is drawn as: of knives and hands the two finest are gold, and no other has a colour (product spec §3).
 */
export function drawnRarity(value: string, category: string): Rarity {
  const rarity = parseRarity(value);
  if (category !== "knife" && category !== "hands") return rarity;
  return RARITIES.indexOf(rarity) < 2 ? "contraband" : "common";
}

/** Sets `--c`, the colour that the rarity seam and the glow of a card are drawn with. */
export const rarityStyle = (rarity: string): CSSProperties =>
  ({ "--c": `var(--r-${parseRarity(rarity)})` }) as CSSProperties;
