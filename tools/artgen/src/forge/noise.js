// Seeded noise and scalar maths. Every value follows from integers derived from an id, never from a clock or
// Math.random, so a forge run gives the same pixels each time.

/** 32-bit hash of a string (FNV-1a with a finishing mix). */
export function hash32(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Small seeded generator (mulberry32): a function giving [0, 1). */
export function rng(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const TAU = Math.PI * 2;
export const clamp = (x, lo = 0, hi = 1) => (x < lo ? lo : Math.min(x, hi));
export const mix = (a, b, t) => a + (b - a) * t;
/** Smooth step from a to b; a > b gives the falling edge. */
export const sstep = (a, b, x) => {
  const t = clamp((x - a) / (b - a));
  return t * t * (3 - 2 * t);
};

/** Hash of a lattice cell to [0, 1). */
export function cell(x, y, seed) {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 974634777);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

const quintic = (t) => t * t * t * (t * (t * 6 - 15) + 10);

/** Value noise in [0, 1). */
export function vnoise(x, y, seed) {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const u = quintic(x - xi);
  const v = quintic(y - yi);
  const a = cell(xi, yi, seed);
  const b = cell(xi + 1, yi, seed);
  const c = cell(xi, yi + 1, seed);
  const d = cell(xi + 1, yi + 1, seed);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** Fractal sum of value noise, in [0, 1). */
export function fbm(x, y, seed, octaves = 4) {
  let amp = 0.5;
  let freq = 1;
  let sum = 0;
  let norm = 0;
  for (let i = 0; i < octaves; i++) {
    sum += amp * vnoise(x * freq, y * freq, seed + i * 17);
    norm += amp;
    amp *= 0.5;
    freq *= 2.03;
  }
  return sum / norm;
}

/** Fractal ridges (veins), in [0, 1). */
export function ridged(x, y, seed, octaves = 4) {
  let amp = 0.5;
  let freq = 1;
  let sum = 0;
  let norm = 0;
  for (let i = 0; i < octaves; i++) {
    sum += amp * (1 - Math.abs(2 * vnoise(x * freq, y * freq, seed + i * 31) - 1));
    norm += amp;
    amp *= 0.5;
    freq *= 2.1;
  }
  return sum / norm;
}

/** Cellular noise: [distance to the nearest point, to the second, hash of the nearest]. */
export function worley(x, y, seed, jitter = 0.9) {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  let f1 = 9;
  let f2 = 9;
  let id = 0;
  for (let j = -1; j <= 1; j++) {
    for (let i = -1; i <= 1; i++) {
      const cx = xi + i;
      const cy = yi + j;
      const px = cx + 0.5 + (cell(cx, cy, seed) - 0.5) * jitter;
      const py = cy + 0.5 + (cell(cx, cy, seed + 7) - 0.5) * jitter;
      const d = Math.hypot(px - x, py - y);
      if (d < f1) {
        f2 = f1;
        f1 = d;
        id = cell(cx, cy, seed + 13);
      } else if (d < f2) f2 = d;
    }
  }
  return [f1, f2, id];
}
