/**
 * The motion of an opening as pure functions of the time since the player asked for it. Until the answer is there the
 * reels turn freely; then each slows down from that very speed, so that neither the answer nor its delay can be seen.
 */
import { clamp01, lerp, outCubic, smooth } from "./ease.ts";
import { REEL_SETTLE_MS, type ReelPlan, type ReelState } from "./reel-time.ts";
import { TIERS, type Tier } from "./tiers.ts";

/** Cells a second of a reel that waits; every landing begins with it. */
const FREE_SPEED = 34;
/** From rest to full speed. An answer that comes earlier waits for it: identities change where nothing can be told. */
export const TURN_UP_MS = 240;
/** From the answer to the first result: with the run-up the three seconds of product spec §4. */
export const LANDING_MS = 2500;
export const LANDING_FAST_MS = 520;
/** From the click to the result of one box whose answer comes at once. */
export const FIRST_RESULT_MS = TURN_UP_MS + LANDING_MS + REEL_SETTLE_MS;
/** Rows land from top to bottom, so far apart; in the fast mode all but together. */
export const ROW_STAGGER_MS = 350;
export const ROW_STAGGER_FAST_MS = 90;
/** A row's words appear, and its sum is counted into the total, within these. */
export const ROW_WORDS_MS = 220;
export const ROW_COUNT_MS = 300;
/** Reduced motion fades the result in. */
export const STILL_MS = 200;
const BLUR_FROM = 6;
const BLUR_SPAN = 24;

export interface OpeningTiming {
  readonly rows: number;
  /** When the answer came; the reels turn freely until then. */
  readonly answeredMs: number;
  readonly fast: boolean;
  /** Reduced motion: nothing turns, the result fades in. */
  readonly calm: boolean;
  readonly tier: Tier;
}

/** When the reels begin to slow down. */
export const landingFromMs = ({ answeredMs, calm }: OpeningTiming): number =>
  calm ? answeredMs : Math.max(answeredMs, TURN_UP_MS);

const spinMs = ({ fast }: OpeningTiming, row: number): number =>
  fast ? LANDING_FAST_MS + row * ROW_STAGGER_FAST_MS : LANDING_MS + row * ROW_STAGGER_MS;

/** When a row rests on its result. */
export const rowLandsMs = (timing: OpeningTiming, row: number): number =>
  landingFromMs(timing) + (timing.calm ? 0 : spinMs(timing, row) + REEL_SETTLE_MS);

/** When the last row rests: the celebration begins, and from now on the result can be acted on. */
export const openingLandsMs = (timing: OpeningTiming): number => rowLandsMs(timing, timing.rows - 1);

/** When nothing moves any more. */
export const openingEndMs = (timing: OpeningTiming): number =>
  openingLandsMs(timing) + (timing.calm ? STILL_MS : TIERS[timing.tier].lengthMs);

/** A reel that was asked to turn at t = 0 and knows no result yet; `from` is where it stood, in cells. */
export function turningAt(from: number, tMs: number, out: ReelState): ReelState {
  const t = Math.max(0, tMs) / 1000;
  const up = TURN_UP_MS / 1000;
  out.phase = tMs <= 0 ? "idle" : "spin";
  out.pos = from + (t < up ? (FREE_SPEED * t * t) / (2 * up) : FREE_SPEED * (t - up / 2));
  out.speed = FREE_SPEED * Math.min(1, t / up);
  return follow(out);
}

/** A reel on its way to its result, in the place of the strip where it has to be to reach it from free speed. */
export function landingAt(plan: ReelPlan, timing: OpeningTiming, row: number, tMs: number, out: ReelState): ReelState {
  const spin = spinMs(timing, row);
  const since = tMs - landingFromMs(timing);
  const t = timing.calm ? 1 : clamp01(since / spin);
  const settled = timing.calm ? 1 : clamp01((since - spin) / REEL_SETTLE_MS);
  const landing = plan.stopIndex + plan.offset;
  const way = (FREE_SPEED * spin) / 1000 / 5; // the integral of (1 − t)⁴ at free speed
  out.phase = t < 1 ? "spin" : settled < 1 ? "settle" : "done";
  out.pos = t < 1 ? landing - way * (1 - t) ** 5 : lerp(landing, plan.stopIndex, smooth(settled));
  out.speed = t < 1 ? FREE_SPEED * (1 - t) ** 4 : 0;
  return follow(out);
}

function follow(out: ReelState): ReelState {
  out.index = Math.round(out.pos);
  out.ticks = Math.floor(out.pos + 0.5);
  out.blur = clamp01((out.speed - BLUR_FROM) / BLUR_SPAN);
  out.win = out.phase === "done" ? 1 : 0;
  return out;
}

/** How far the words of a row that landed so long ago have come, 0 … 1. */
export const rowWords = (sinceMs: number): number => (sinceMs < 0 ? 0 : clamp01(sinceMs / ROW_WORDS_MS));

/** The share of a row's value that the running total has counted. */
export const rowCounted = (sinceMs: number): number => (sinceMs < 0 ? 0 : outCubic(clamp01(sinceMs / ROW_COUNT_MS)));
