/**
 * Colours of the stage. They repeat the tokens of the page as numbers, because a canvas cannot read custom properties.
 */
export const RARITY_TINT = {
  contraband: 0xf2b640,
  ancient: 0xf0484f,
  legendary: 0xee4fc4,
  mythical: 0x9a5cff,
  rare: 0x4d74ff,
  uncommon: 0x63b0ff,
  common: 0xd5deea,
} as const;

/** Unknown rarities are white (product spec §3). */
export const rarityTint = (rarity: string): number =>
  (RARITY_TINT as Record<string, number>)[rarity.toLowerCase()] ?? 0xffffff;

export const JADE = 0x35f2b8;
export const WHITE = 0xffffff;
/** The second colour of a celebration's light. */
export const WARM = 0xffe6c0;
/** Markers of a result below its stake. */
export const MARKER_CALM = 0x7f9c9a;
/** Markers of a reel that has landed. */
export const RESTED = 0x6d8f88;
