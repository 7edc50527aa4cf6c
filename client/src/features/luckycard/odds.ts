/** What the next flip of a deck may bring: every card that lies face down is as likely as any other. Pure. */
import type { LuckycardPrize, LuckycardSnapshot } from "../../protocol/gen.ts";

export interface FlipOdds {
  /** Cards that lie face down. */
  readonly left: number;
  /** The dearest prize of the deck, gone or not. */
  readonly top: LuckycardPrize | undefined;
  /** Cards left that hold it, and that hold more than a flip costs. */
  readonly topLeft: number;
  readonly aboveLeft: number;
}

export function oddsOf({ card, prizes }: Pick<LuckycardSnapshot, "card" | "prizes">): FlipOdds {
  const top = prizes.toSorted((a, b) => b.valueCents - a.valueCents)[0];
  const above = prizes.filter(({ valueCents }) => valueCents > card.priceCents);
  return {
    left: card.left,
    top,
    topLeft: top?.left ?? 0,
    aboveLeft: above.reduce((sum, { left }) => sum + left, 0),
  };
}

/** Parts per million, as odds are shown; 0 of none. */
export const ppmOf = (cards: number, left: number): number => (left > 0 ? Math.round((cards / left) * 1e6) : 0);
