/**
 * The motion of one reel as a pure function of time. The server has decided the result before the first frame; nothing
 * here is random, reads a clock or allocates when `out` is passed.
 */
import { clamp01, lerp, mod, smooth } from "./ease.ts";

/** Product spec §4: 30 entries, the result at position 10; the panel follows after four seconds. */
export const REEL_ENTRIES = 30;
export const REEL_RESULT_INDEX = 10;
export const REEL_SETTLE_MS = 350;
export const REEL_PANEL_MS = 4000;
/** The reveal of the won entry (pop, rays) takes this long and starts in the middle of the settling. */
export const REEL_WIN_MS = 500;

export interface ReelPlan {
  /** Entries of the circular strip. */
  readonly count: number;
  /** Where the won entry sits. */
  readonly stopIndex: number;
  /** Full turns before the landing. */
  readonly laps: number;
  /** Where inside the won cell the spin ends, in cells, |offset| < 0.5; settled to 0 afterwards. */
  readonly offset: number;
  readonly spinMs: number;
  readonly settleMs: number;
}

export type ReelPhase = "idle" | "spin" | "settle" | "done";

export interface ReelState {
  phase: ReelPhase;
  /** Strip position in cells; the entry under the marker is round(pos) mod count. */
  pos: number;
  /** Cells a second. */
  speed: number;
  index: number;
  /** Cell borders crossed since the start: a rising integer that drives the tick sound. */
  ticks: number;
  /** 0 sharp … 1 fully blurred. */
  blur: number;
  /** 0 … 1 progress of the reveal. */
  win: number;
}

export const makeReelState = (): ReelState => ({
  phase: "idle",
  pos: 0,
  speed: 0,
  index: 0,
  ticks: 0,
  blur: 0,
  win: 0,
});

/** The share of the spin that accelerates; the rest decelerates with the fourth power. */
const RAMP = 0.07;
const TRAVEL = RAMP / 2 + (1 - RAMP) / 5;
/** Cells a second at which blurring begins, and the span over which it becomes full. */
const BLUR_FROM = 6;
const BLUR_SPAN = 26;

/** Share of the way covered at t in [0, 1]: its derivative is continuous and falls to exactly 0 at t = 1. */
function travelled(t: number): number {
  if (t < RAMP) return (t * t) / (2 * RAMP) / TRAVEL;
  const rest = 1 - (t - RAMP) / (1 - RAMP);
  return (RAMP / 2 + ((1 - RAMP) / 5) * (1 - rest ** 5)) / TRAVEL;
}

function velocity(t: number): number {
  if (t < RAMP) return t / RAMP / TRAVEL;
  return (1 - (t - RAMP) / (1 - RAMP)) ** 4 / TRAVEL;
}

export function reelAt(plan: ReelPlan, tMs: number, out: ReelState = makeReelState()): ReelState {
  const rest = plan.laps * plan.count + plan.stopIndex;
  const landing = rest + plan.offset;
  const t = clamp01(tMs / plan.spinMs);
  const settled = clamp01((tMs - plan.spinMs) / plan.settleMs);
  const spinning = tMs > 0 && t < 1;
  out.phase = tMs <= 0 ? "idle" : spinning ? "spin" : settled < 1 ? "settle" : "done";
  out.pos = tMs <= 0 ? 0 : spinning ? travelled(t) * landing : lerp(landing, rest, smooth(settled));
  out.speed = spinning ? (velocity(t) * landing * 1000) / plan.spinMs : 0;
  out.index = mod(Math.round(out.pos), plan.count);
  out.ticks = Math.floor(out.pos + 0.5);
  out.blur = clamp01((out.speed - BLUR_FROM) / BLUR_SPAN);
  out.win = clamp01((tMs - plan.spinMs - plan.settleMs / 2) / REEL_WIN_MS);
  return out;
}

/** Cells a second of a reel whose result is not known yet. */
const FREE_SPEED = 34;

/**
 * A reel that waits for its result: it turns at a constant, fully blurred speed, so that the change to `reelAt` when
 * the result arrives cannot be seen.
 */
export function freeReelAt(count: number, tMs: number, out: ReelState = makeReelState()): ReelState {
  out.phase = "spin";
  out.pos = (Math.max(0, tMs) * FREE_SPEED) / 1000;
  out.speed = FREE_SPEED;
  out.index = mod(Math.round(out.pos), count);
  out.ticks = Math.floor(out.pos + 0.5);
  out.blur = 1;
  out.win = 0;
  return out;
}

/** When the reel rests on its result. */
export const reelRestMs = (plan: ReelPlan): number => plan.spinMs + plan.settleMs;
/** When the reveal is complete and nothing but particles moves. */
export const reelEndMs = (plan: ReelPlan): number => plan.spinMs + plan.settleMs / 2 + REEL_WIN_MS;

/**
 * Ticks to sound between two frames. A frame that skipped many borders (a tab that was hidden, a seek) stays silent,
 * and so does a seek backwards.
 */
export function ticksToSound(before: number, now: number): boolean {
  return now > before && now - before < 4;
}
