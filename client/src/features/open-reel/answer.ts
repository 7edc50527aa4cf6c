/** From results to what the stage celebrates. Pure. */
import type { OpeningAnswer } from "../../stage/scenes/opening.ts";
import { reelPlanFor, seedOf } from "../../stage/strip.ts";
import { type Tier, tierOf } from "../../stage/tiers.ts";
import type { OpenReelStrip } from "./strips.ts";

export const sumCents = (strips: readonly OpenReelStrip[]): number =>
  strips.reduce((sum, { valueCents }) => sum + valueCents, 0);

/** The tier of several openings is that of their sum; `eachCents` is what one is measured against. */
export const openingTier = (strips: readonly OpenReelStrip[], eachCents: number): Tier =>
  tierOf(sumCents(strips), eachCents * strips.length);

/** The row that alone gets light: the most valuable one, unless the whole came to less than its price, or it did. */
export function bestRow(strips: readonly OpenReelStrip[], eachCents: number): number {
  if (strips.length < 2 || openingTier(strips, eachCents) === 0) return -1;
  let best = 0;
  strips.forEach((strip, i) => {
    if (strip.valueCents > (strips[best]?.valueCents ?? 0)) best = i;
  });
  return best;
}

export function openingAnswer(strips: readonly OpenReelStrip[], eachCents: number, fast: boolean): OpeningAnswer {
  const best = bestRow(strips, eachCents);
  return {
    rows: strips.map(({ resultId, entries, valueCents }) => ({
      entries,
      reel: reelPlanFor(resultId, 0, 0),
      valueCents,
    })),
    tier: openingTier(strips, eachCents),
    best,
    bestTier: best < 0 ? 0 : tierOf(strips[best]?.valueCents ?? 0, eachCents),
    seed: seedOf(strips.map(({ resultId }) => resultId).join()),
    fast,
  };
}
