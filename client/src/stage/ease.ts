/** Easing and hashing for animations that are functions of time. No state, no randomness, no allocation. */
export const clamp01 = (x: number): number => Math.min(1, Math.max(0, x));
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;
export const smooth = (t: number): number => t * t * (3 - 2 * t);
export const outCubic = (t: number): number => 1 - (1 - t) ** 3;
/** Close to `--ease` of the page, cubic-bezier(.16, 1, .3, 1): for what arrives. */
export const outExpo = (t: number): number => (t >= 1 ? 1 : 1 - 2 ** (-10 * t));
/** Close to cubic-bezier(.65, 0, .35, 1): for flights. */
export const inOut = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
/** Overshoots by about 10 % before it rests at 1. */
export const outBack = (t: number): number => 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2;
/** Remainder that is never negative, so that a strip can be walked in both directions. */
export const mod = (a: number, n: number): number => ((a % n) + n) % n;

/** Hash of up to three integers to [0, 1). Seeds every particle, so that seeking backwards shows the same picture. */
export function hash01(a: number, b = 0, c = 0): number {
  let h = Math.imul(a | 0, 374761393) ^ Math.imul(b | 0, 668265263) ^ Math.imul(c | 0, 974634777);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}
