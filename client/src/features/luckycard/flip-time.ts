/** When what happens while a card is turned, ms: the keyframes of luckycard.module.css. Pure. */
import { TIERS, type Tier } from "../../stage/tiers.ts";

/** Lifted for 220 ms, turned for 620: the edge is passed in the middle of the turn, and then the face is in sight. */
export const FACE_MS = 530;
/** The card lies in its place again, and was looked at for a moment: what it is worth is told beside the button. */
export const TOLD_MS = 1_500;
/** It does not turn for a player who asked for calm. */
export const CALM_MS = 200;

/** hidden: the back is still seen; faced: the face is; told: so are words; rest: nothing moves any more. */
export type FlipPhase = "hidden" | "faced" | "told" | "rest";

/** When each phase begins, after the card was turned. */
export function flipPhases(tier: Tier, calm: boolean): readonly (readonly [FlipPhase, number])[] {
  if (calm) {
    return [
      ["faced", 0],
      ["told", CALM_MS],
      ["rest", CALM_MS],
    ];
  }
  return [
    ["faced", FACE_MS],
    ["told", TOLD_MS],
    ["rest", Math.max(TOLD_MS, FACE_MS + TIERS[tier].lengthMs)],
  ];
}
