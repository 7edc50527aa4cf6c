/**
 * The draw as a function of time: a light runs over the bottles, slower and slower, and rests on the one that won. What
 * it shows follows from the bottle, the count and the time since the draw alone, so that every page shows the same and
 * one that comes late is where the others are.
 */

/** From the draw to the rest of the light, ms. */
export const DRAW_MS = 6_000;
/** The winner stands alone this long before the panel says so. */
export const REST_MS = 600;

/** The light passes at least this many bottles, so that a small room is no shorter a show. */
const STEPS_MIN = 64;

export interface Light {
  /** Number of the bottle that is lit, from 1. */
  readonly number: number;
  /** Bottles passed since the start. */
  readonly step: number;
  /** Bottles a second. */
  readonly speed: number;
  readonly rests: boolean;
}

/** How many bottles the light passes: whole rounds, then up to the winner. */
export function drawSteps(winner: number, bottles: number): number {
  const rounds = Math.max(1, Math.ceil(STEPS_MIN / bottles));
  return rounds * bottles + winner - 1;
}

/** Where the light is `tMs` after the draw. */
export function lightAt(winner: number, bottles: number, tMs: number): Light {
  const steps = drawSteps(winner, bottles);
  const left = 1 - Math.min(1, Math.max(0, tMs / DRAW_MS));
  const step = Math.floor(steps * (1 - left ** 3));
  return {
    number: (step % bottles) + 1,
    step,
    speed: (steps * 3 * left ** 2 * 1000) / DRAW_MS,
    rests: left === 0,
  };
}

/** False once nothing moves any more; a room that was drawn long ago shows its end at once. */
export const isDrawing = (drawnAtMs: number, nowMs: number): boolean => nowMs < drawnAtMs + DRAW_MS + REST_MS;
