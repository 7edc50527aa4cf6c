// The three lacquers every finish starts from, and the coordinate helpers they share. A finish is
// (seed) => (u, v, {d, t}) => material, with u, v in model units (a long piece spans about −200…200).
import { clamp } from '../forge/noise.js';

export const metal = (c, rough = 0.3, more = {}) => ({ c, rough, metal: 1, ...more });
export const paint = (c, rough = 0.3, more = {}) => ({ c, rough, metal: 0, clear: 0.8, ...more });
/** Tinted clear coat over metal. */
export const candy = (c, rough = 0.2, more = {}) => ({ c, rough, metal: 0.62, clear: 0.9, ...more });

/** 0…1 from one end of a piece to the other. */
export const along = (u, half = 160) => clamp((u + half) / (2 * half));

/** Distance (0 at the line, 0.5 midway) to the nearest of parallel lines at unit spacing. */
export const toLine = (x) => {
  const f = x - Math.floor(x);
  return Math.min(f, 1 - f);
};
