/**
 * The draw of a roll room as a pure function of time: one reel of names that turns once for each shown prize, from the
 * last to the best. The server has drawn before the first frame.
 */
import { hash01 } from "./ease.ts";
import { makeReelState, type ReelPlan, type ReelState, reelAt, reelRestMs } from "./reel-time.ts";

export interface RollDraw {
  /** One strip a spin; the winner's name stands at the reel's stop. */
  readonly strips: readonly (readonly string[])[];
  readonly reels: readonly ReelPlan[];
  readonly spinMs: number;
}

export interface RollMoment {
  /** Which spin is on screen. */
  readonly spin: number;
  readonly tMs: number;
  /** Spins that have landed: so many winners may be named. */
  readonly revealed: number;
}

/** So many prizes get a spin of their own; the lesser ones are named at once. */
export const SPINS_MAX = 4;
const STRIP = 22;
const STOP = 17;
const SETTLE_MS = 300;
/** How long a landed name stays before the next spin. */
const REST_MS = 500;

/** winners: names from the last shown prize to the best. names: who takes part, for the strips. */
export function rollDraw(winners: readonly string[], names: readonly string[], totalMs: number): RollDraw {
  const shown = winners.slice(-SPINS_MAX);
  const spinMs = Math.floor(totalMs / Math.max(1, shown.length));
  const pool = names.length > 0 ? names : winners;
  const at = (spin: number, i: number): number => Math.floor(hash01(spin + 1, i + 1, pool.length) * pool.length);
  return {
    spinMs,
    strips: shown.map((winner, spin) =>
      Array.from({ length: STRIP }, (_, i) =>
        // One name after another from a place of chance: no name stands beside itself.
        i === STOP ? winner : (pool[(at(spin, 0) + i) % pool.length] ?? winner),
      ),
    ),
    reels: shown.map((_, spin) => ({
      count: STRIP,
      stopIndex: STOP,
      laps: 1,
      offset: hash01(spin + 7, 3) * 0.7 - 0.35,
      spinMs: Math.max(200, spinMs - SETTLE_MS - REST_MS),
      settleMs: SETTLE_MS,
    })),
  };
}

export const rollDrawMs = (draw: RollDraw): number => draw.spinMs * draw.reels.length;

export function rollMoment(draw: RollDraw, tMs: number): RollMoment {
  const last = draw.reels.length - 1;
  if (last < 0 || tMs < 0) return { spin: 0, tMs: Math.min(0, tMs), revealed: 0 };
  const spin = Math.min(last, Math.floor(tMs / draw.spinMs));
  const inSpin = tMs - spin * draw.spinMs;
  const landed = inSpin >= draw.spinMs - REST_MS;
  return { spin, tMs: inSpin, revealed: spin + (landed ? 1 : 0) };
}

/** How long ago the reel of a moment came to its name, ms; below 0 while it has not. */
export function rollSinceLandedMs(draw: RollDraw, at: RollMoment): number {
  const plan = draw.reels[at.spin];
  return plan ? at.tMs - reelRestMs(plan) : -1;
}

/** Where the reel of a moment stands. */
export function rollReel(draw: RollDraw, at: RollMoment, out: ReelState = makeReelState()): ReelState {
  const plan = draw.reels[at.spin];
  return plan ? reelAt(plan, at.tMs, out) : out;
}
