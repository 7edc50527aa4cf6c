// Stone, ice and sky: marbles, jade, frost, opal, glass, lava, nebulae.
import { hex, mix3, ramp, scale3, stops } from '../forge/colour.js';
import { clamp, fbm, mix, ridged, sstep, worley } from '../forge/noise.js';
import { metal, paint } from './base.js';

export const marble = (s) => {
  const [white, grey, vein, gilt] = ['#f3efe8', '#c9c4be', '#2a2826', '#ffcf6a'].map(hex);
  return (u, v) => {
    const w = ridged(u * 0.014 + fbm(u * 0.02, v * 0.02, s, 3) * 1.4, v * 0.02, s + 3, 5);
    const gold = sstep(0.88, 0.95, w);
    const c = mix3(mix3(white, grey, fbm(u * 0.02, v * 0.02, s)), vein, sstep(0.7, 0.93, w) * 0.75);
    return gold > 0.1 ? metal(mix3(c, gilt, gold), 0.2) : paint(c, 0.2);
  };
};

/** Translucent green with drifting bands; light seeps in where the stone is thin. */
export const jade = (s) => {
  const bands = stops([0, '#03301f'], [0.35, '#067047'], [0.58, '#14a870'], [0.78, '#5cd9a4'], [1, '#c8f7df']);
  return (u, v, { t: depth }) => {
    const warp = fbm(u * 0.012, v * 0.012, s, 3) * 2.2;
    const drift = fbm(u * 0.012 + warp, v * 0.02 - warp * 0.4, s + 2, 4);
    const wisp = sstep(0.66, 0.9, ridged(u * 0.008 + warp * 0.5, v * 0.012, s + 9, 3));
    const grain = (fbm(u * 0.09, v * 0.09, s + 21, 3) - 0.5) * 0.16;
    const c = ramp(bands, clamp((drift - 0.24) * 1.35 + wisp * 0.22 + grain));
    const seep = 0.05 + 0.16 * (1 - Math.min(1, depth));
    return { c, rough: 0.1, metal: 0, clear: 1, emit: [c[0] * seep, c[1] * (seep + 0.05), c[2] * (seep + 0.02)] };
  };
};

export const frost = (s) => {
  const [deep, ice, white] = ['#2d7fd0', '#a8e4ff', '#ffffff'].map(hex);
  return (u, v) => {
    const [f1, f2, h] = worley(u * 0.035, v * 0.05, s, 1);
    const [g1, g2] = worley(u * 0.09, v * 0.11, s + 4, 1);
    const crack = sstep(0.1, 0, f2 - f1) * 0.8 + sstep(0.12, 0, g2 - g1) * 0.3;
    const c = mix3(mix3(deep, ice, h * 0.8 + 0.1), white, clamp(crack));
    return { c, rough: 0.12, metal: 0.25, clear: 1, bump: h * 1.8, emit: [c[0] * 0.1, c[1] * 0.14, c[2] * 0.2] };
  };
};

/** Dark body, colour only in soft patches between blue and green, with a rare ember: loud rainbows look cheap. */
export const opal = (s) => {
  const play = stops([0, '#0b1a5e'], [0.4, '#0f6fd0'], [0.65, '#12c7b2'], [0.85, '#59e68f'], [1, '#ffb46a']);
  const body = hex('#080b1c');
  return (u, v) => {
    const [, , h] = worley(u * 0.045 + fbm(u * 0.03, v * 0.03, s) * 0.8, v * 0.055, s, 1);
    const patch = sstep(0.42, 0.7, fbm(u * 0.022, v * 0.026, s + 9, 3));
    const hue = clamp(fbm(u * 0.014, v * 0.018, s + 4, 3) * 0.9 + h * 0.3 - 0.12);
    const c = mix3(body, ramp(play, hue), patch * (0.5 + 0.4 * h));
    return { c, rough: 0.08, metal: 0.25, clear: 1, emit: scale3(c, 0.22 * patch) };
  };
};

export const obsidian = (s) => (u, v) => {
  const [, , h] = worley(u * 0.03 + fbm(u * 0.04, v * 0.04, s), v * 0.045, s, 1);
  const b = 0.008 + h * 0.02;
  return { c: [b, b, b * 1.5 + 0.006], rough: 0.08, metal: 0.2, clear: 1, bump: h * 2.2 };
};

export const magma = (s) => (u, v) => {
  const wu = u + fbm(u * 0.03, v * 0.03, s) * 26;
  const wv = v + fbm(u * 0.03 + 5, v * 0.03, s) * 26;
  const [f1, f2] = worley(wu * 0.042, wv * 0.042, s, 1);
  const crack = sstep(0.16, 0, f2 - f1);
  const k = crack * clamp(fbm(u * 0.014, v * 0.02, s + 6) * 1.9 - 0.45);
  const rock = 0.012 + 0.035 * fbm(u * 0.08, v * 0.08, s);
  return {
    c: [rock + k, rock + k * 0.3, rock],
    rough: 0.5,
    metal: 0.1,
    clear: 0.4,
    bump: (1 - crack) * 1.6,
    emit: [2.1 * k, 0.55 * k * k + 0.1 * k, 0.05 * k * k],
  };
};

export const nebula = (s) => {
  const gas = stops(
    [0, '#05061a'],
    [0.34, '#12145a'],
    [0.5, '#5320b0'],
    [0.63, '#d02bb4'],
    [0.78, '#ff8ac2'],
    [1, '#ffe9f4'],
  );
  return (u, v) => {
    const wx = fbm(u * 0.012, v * 0.014, s, 4);
    const wy = fbm(u * 0.012 + 9, v * 0.014, s + 3, 4);
    const c = ramp(gas, clamp((fbm(u * 0.02 + wx * 3, v * 0.024 + wy * 3, s + 9, 5) - 0.3) * 1.55));
    const [f1, , h] = worley(u * 0.11, v * 0.11, s + 44);
    const star = h > 0.55 ? sstep(0.13 * h, 0, f1) : 0;
    const emit = [c[0] * 0.2 + star * 0.9, c[1] * 0.2 + star * 0.9, c[2] * 0.25 + star];
    return paint(
      c.map((k) => k + star),
      0.14,
      { metal: 0.25, emit },
    );
  };
};

export const aurora = (s) => {
  const sky = stops(
    [0, '#04102c'],
    [0.3, '#0b3a6a'],
    [0.48, '#12c79a'],
    [0.62, '#7dffb0'],
    [0.75, '#7a4bff'],
    [1, '#12082e'],
  );
  return (u, v) => {
    const w = fbm(u * 0.01, v * 0.006, s, 3);
    const curtain = 0.675 + 0.325 * Math.sin((u * 0.018 + w * 5) * 1.6);
    const c = scale3(ramp(sky, clamp((v + 60) / 120 + (w - 0.5) * 0.7)), curtain);
    return { c, rough: 0.12, metal: 0.35, clear: 1, emit: scale3(c, 0.3) };
  };
};

export const toxic = (s) => {
  const [dark, moss, lime] = ['#141a14', '#3fae12', '#c8ff2a'].map(hex);
  return (u, v) => {
    const drip = fbm(u * 0.09, 1, s, 2) * 46 + fbm(u * 0.02, 3, s + 1, 2) * 30 - 46;
    const n = fbm(u * 0.05, v * 0.05, s + 4, 3);
    const [f1, , id] = worley(u * 0.07, v * 0.07, s + 9);
    const bubble = id > 0.72 ? sstep(0.24, 0.18, f1) : 0;
    const slime = clamp(sstep(2.5, -2.5, v - drip - (n - 0.5) * 16) + bubble);
    const g = mix3(moss, lime, n);
    return {
      c: mix3(dark, g, slime),
      rough: mix(0.45, 0.1, slime),
      metal: mix(0.7, 0, slime),
      clear: 1,
      bump: slime * 1.3,
      emit: [g[0] * 0.3 * slime, g[1] * 0.34 * slime, 0],
    };
  };
};
