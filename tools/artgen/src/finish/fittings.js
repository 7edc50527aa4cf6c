// Fixed materials of fittings (grips, guards, trims), and those that follow the piece's accent colour.
import { hex, scale3 } from '../forge/colour.js';
import { fbm, sstep, vnoise } from '../forge/noise.js';
import { metal, toLine } from './base.js';

export const FITTINGS = {
  steel: (s) => (u, v) => {
    const b = vnoise(u * 0.03, v * 1.4, s) * 0.07;
    return metal([0.6 + b, 0.62 + b, 0.66 + b], 0.18);
  },
  edge: (s) => (u, v) => {
    const b = vnoise(u * 0.05, v * 1.8, s) * 0.08;
    return metal([0.7 + b, 0.73 + b, 0.79 + b], 0.14);
  },
  gun: (s) => (u, v) => {
    const b = fbm(u * 0.2, v * 0.2, s, 2) * 0.02;
    return { c: [0.052 + b, 0.057 + b, 0.068 + b], rough: 0.34, metal: 0.75, clear: 0.5 };
  },
  black: (s) => (u, v) => {
    const b = fbm(u * 0.4, v * 0.4, s, 2) * 0.012;
    return { c: [0.02 + b, 0.021 + b, 0.025 + b], rough: 0.5, metal: 0.1, clear: 0.5 };
  },
  gold: (s) => (u, v) => {
    const b = fbm(u * 0.05, v * 0.05, s, 2) * 0.06;
    return metal([1, 0.54 + b, 0.13 + b * 0.6], 0.2);
  },
  brass: (s) => (u, v) => {
    const b = fbm(u * 0.05, v * 0.05, s, 2) * 0.1;
    return metal([0.66, 0.45 + b, 0.2 + b], 0.3);
  },
  leather: (s, colour) => {
    const c = hex(colour);
    return (u, v) => {
      const n = fbm(u * 0.25, v * 0.25, s, 3);
      return { c: scale3(c, 0.7 + n * 0.6), rough: 0.7, metal: 0, clear: 0.25, bump: n * 0.5 };
    };
  },
  wrap: (_s, colour) => {
    const c = hex(colour);
    return (u, v) => {
      const t = sstep(0.1, 0.6, 1 - 2 * toLine((u + v * 0.7) / 9 + 0.5));
      return { c: scale3(c, 0.35 + t), rough: 0.65, metal: 0, clear: 0.3, bump: t * 1.5 };
    };
  },
  rubber: () => (u) => ({
    c: [0.018, 0.019, 0.022],
    rough: 0.75,
    metal: 0,
    clear: 0.3,
    bump: sstep(0.3, 0.7, 1 - 2 * toLine(u / 5)) * 0.8,
  }),
  ivory: () => (u, v) => {
    const n = fbm(u * 0.1, v * 0.1, 3) * 0.04;
    return { c: [0.86 + n, 0.78 + n, 0.6 + n], rough: 0.25, metal: 0, clear: 0.7 };
  },
  bisque: () => () => ({ c: [0.9, 0.9, 0.92], rough: 0.12, metal: 0, clear: 1 }),
  sheen: () => () => ({ c: [1, 1, 1], rough: 0.2, metal: 0, alpha: 0.2, emit: [0.15, 0.15, 0.18] }),
};

/** Fittings lit by the accent colour: (accent) => (u, v) => material. */
export const ACCENT_FITTINGS = {
  glow: (accent) => () => ({ c: accent, rough: 0.2, metal: 0, clear: 0.5, emit: scale3(accent, 1.25) }),
  blush: (accent) => () => ({ c: accent, rough: 0.3, metal: 0, clear: 0.7, emit: scale3(accent, 0.25) }),
  glass: (accent) => () => ({ c: accent, rough: 0.06, metal: 0.1, clear: 1, emit: scale3(accent, 0.28) }),
};
