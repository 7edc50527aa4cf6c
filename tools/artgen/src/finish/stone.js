import { hex, mix3, ramp, stops } from '../forge/colour.js';
import { clamp, fbm, mix, ridged, rng, sstep, TAU, vnoise, worley } from '../forge/noise.js';

export const marble = (s) => (u, v) => {
  const w = ridged(u * 0.014 + fbm(u * 0.02, v * 0.02, s, 3) * 1.4, v * 0.02, s + 3, 5);
  const t = sstep(0.7, 0.93, w);
  const gold = sstep(0.88, 0.95, w);
  const c = mix3(mix3(hex('#f3efe8'), hex('#c9c4be'), fbm(u * 0.02, v * 0.02, s)), hex('#2a2826'), t * 0.75);
  return gold > 0.1 ? metal(mix3(c, hex('#ffcf6a'), gold), 0.2) : paint(c, 0.2);
};

export const jade = (s) => (u, v, x) => {
  const n = fbm(u * 0.018 + fbm(u * 0.03, v * 0.03, s) * 1.6, v * 0.025, s + 2, 5);
  const c = ramp(
    [
      [0, hex('#05402c')],
      [0.42, hex('#0d8a5a')],
      [0.58, hex('#35d093')],
      [0.74, hex('#b4f5d4')],
      [1, hex('#ffffff')],
    ],
    clamp((n - 0.22) * 1.75),
  );
  const sss = 0.16 * (1 - Math.min(1, x.t));
  return { c, rough: 0.12, metal: 0, clear: 1, emit: [c[0] * (0.05 + sss), c[1] * (0.1 + sss), c[2] * (0.07 + sss)] };
};

export const frost = (s) => (u, v) => {
  const [f1, f2, h] = worley(u * 0.035, v * 0.05, s, 1);
  const [g1, g2] = worley(u * 0.09, v * 0.11, s + 4, 1);
  const e = sstep(0.1, 0.0, f2 - f1) * 0.8 + sstep(0.12, 0.0, g2 - g1) * 0.3;
  const c = mix3(mix3(hex('#2d7fd0'), hex('#a8e4ff'), h * 0.8 + 0.1), hex('#ffffff'), clamp(e));
  return { c, rough: 0.12, metal: 0.25, clear: 1, bump: h * 1.8, emit: [c[0] * 0.1, c[1] * 0.14, c[2] * 0.2] };
};

export const opal = (s) => (u, v) => {
  const [, , h] = worley(u * 0.04, v * 0.05, s, 1);
  const n = fbm(u * 0.02, v * 0.03, s, 4) + h * 0.35;
  const ph = n * 2.4 + u * 0.002;
  const c = [
    0.5 + 0.5 * Math.cos(TAU * (ph + 0.0)),
    0.5 + 0.5 * Math.cos(TAU * (ph + 0.33)),
    0.5 + 0.5 * Math.cos(TAU * (ph + 0.67)),
  ];
  const k = sstep(0.38, 0.72, fbm(u * 0.03, v * 0.03, s + 9)) * 0.62 + 0.03;
  return {
    c: [c[0] * k * 0.5 + 0.012, c[1] * k * 0.75 + 0.016, c[2] * k * 0.95 + 0.04],
    rough: 0.1,
    metal: 0.35,
    clear: 1,
    emit: [c[0] * k * 0.16, c[1] * k * 0.16, c[2] * k * 0.2],
  };
};

export const obsidian = (s) => (u, v) => {
  const [, , h] = worley(u * 0.03 + fbm(u * 0.04, v * 0.04, s), v * 0.045, s, 1);
  const b = 0.008 + h * 0.02;
  return { c: [b, b, b * 1.5 + 0.006], rough: 0.08, metal: 0.2, clear: 1, bump: h * 2.2 };
};

export const magma = (s) => (u, v) => {
  const wu = u + fbm(u * 0.03, v * 0.03, s) * 26,
    wv = v + fbm(u * 0.03 + 5, v * 0.03, s) * 26;
  const [f1, f2] = worley(wu * 0.042, wv * 0.042, s, 1);
  const e = sstep(0.16, 0.0, f2 - f1);
  const heat = clamp(fbm(u * 0.014, v * 0.02, s + 6) * 1.9 - 0.45);
  const k = e * heat;
  const rock = 0.012 + 0.035 * fbm(u * 0.08, v * 0.08, s);
  return {
    c: [rock + k, rock + k * 0.3, rock],
    rough: 0.5,
    metal: 0.1,
    clear: 0.4,
    bump: (1 - e) * 1.6,
    emit: [2.1 * k, 0.55 * k * k + 0.1 * k, 0.05 * k * k],
  };
};

export const nebula = (s) => {
  const st = [
    [0, hex('#05061a')],
    [0.34, hex('#12145a')],
    [0.5, hex('#5320b0')],
    [0.63, hex('#d02bb4')],
    [0.78, hex('#ff8ac2')],
    [1, hex('#ffe9f4')],
  ];
  return (u, v) => {
    const wx = fbm(u * 0.012, v * 0.014, s, 4),
      wy = fbm(u * 0.012 + 9, v * 0.014, s + 3, 4);
    const n = fbm(u * 0.02 + wx * 3, v * 0.024 + wy * 3, s + 9, 5);
    const t = clamp((n - 0.3) * 1.55);
    const c = ramp(st, t);
    const [f1, , h] = worley(u * 0.11, v * 0.11, s + 44);
    const star = h > 0.55 ? sstep(0.13 * h, 0.0, f1) : 0;
    return paint([c[0] + star, c[1] + star, c[2] + star], 0.14, {
      metal: 0.25,
      emit: [c[0] * 0.2 + star * 0.9, c[1] * 0.2 + star * 0.9, c[2] * 0.25 + star * 1.0],
    });
  };
};

export const aurora = (s) => (u, v) => {
  const w = fbm(u * 0.01, v * 0.006, s, 3);
  const b = Math.sin((u * 0.018 + w * 5) * 1.6) * 0.5 + 0.5;
  const t = clamp((v + 60) / 120 + (w - 0.5) * 0.7);
  const c = ramp(
    [
      [0, hex('#04102c')],
      [0.3, hex('#0b3a6a')],
      [0.48, hex('#12c79a')],
      [0.62, hex('#7dffb0')],
      [0.75, hex('#7a4bff')],
      [1, hex('#12082e')],
    ],
    t,
  );
  const k = 0.35 + 0.65 * b;
  return {
    c: [c[0] * k, c[1] * k, c[2] * k],
    rough: 0.12,
    metal: 0.35,
    clear: 1,
    emit: [c[0] * k * 0.3, c[1] * k * 0.3, c[2] * k * 0.3],
  };
};

export const toxic = (s) => (u, v) => {
  const drip = fbm(u * 0.09, 1, s, 2) * 46 + fbm(u * 0.02, 3, s + 1, 2) * 30 - 46;
  const n = fbm(u * 0.05, v * 0.05, s + 4, 3);
  const t = sstep(2.5, -2.5, v - drip - (n - 0.5) * 16);
  const bub = worley(u * 0.07, v * 0.07, s + 9);
  const b = bub[2] > 0.72 ? sstep(0.24, 0.18, bub[0]) : 0;
  const g = mix3(hex('#3fae12'), hex('#c8ff2a'), n);
  const q = clamp(t + b);
  return {
    c: mix3(hex('#141a14'), g, q),
    rough: mix(0.45, 0.1, q),
    metal: mix(0.7, 0, q),
    clear: 1,
    bump: q * 1.3,
    emit: [g[0] * 0.3 * q, g[1] * 0.34 * q, 0],
  };
};
