import type { CSSProperties } from "react";

export const RARITIES = ["contraband", "ancient", "legendary", "mythical", "rare", "uncommon", "common"] as const;
export type Rarity = (typeof RARITIES)[number];

/** Capitalised or lower case, and names like "ancient weapon"; what is unknown is white like common (product spec §3). */
export function parseRarity(value: string): Rarity {
  const first = value.toLowerCase().split(/[\s_]/)[0];
  return RARITIES.find((rarity) => rarity === first) ?? "common";
}

/** Sets `--c`, the colour that the rarity seam and the glow of a card are drawn with. */
export const rarityStyle = (rarity: string): CSSProperties =>
  ({ "--c": `var(--r-${parseRarity(rarity)})` }) as CSSProperties;
