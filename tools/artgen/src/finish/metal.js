import { hex, mix3, ramp, stops } from '../forge/colour.js';
import { clamp, fbm, mix, ridged, rng, sstep, TAU, vnoise, worley } from '../forge/noise.js';

export const vanilla = (s) => (u, v) => {
  const b = vnoise(u * 0.02, v * 1.2, s) * 0.1 + fbm(u * 0.02, v * 0.02, s) * 0.1;
  return metal([0.5 + b, 0.52 + b, 0.56 + b], 0.26);
};

export const damascus = (s) => (u, v) => {
  const w = fbm(u * 0.018, v * 0.03, s, 4) * 9 + fbm(u * 0.06, v * 0.06, s + 5, 2) * 1.2;
  const r = 0.5 + 0.5 * Math.sin(w * TAU * 1.35 + v * 0.05);
  const t = sstep(0.25, 0.75, r);
  return metal([mix(0.12, 0.72, t), mix(0.13, 0.72, t), mix(0.16, 0.76, t)], mix(0.42, 0.2, t), { bump: t * 0.22 });
};

export const rust = (s) => (u, v) => {
  const n = fbm(u * 0.03, v * 0.04, s, 5),
    m = fbm(u * 0.12, v * 0.12, s + 5, 3);
  const t = sstep(0.44, 0.6, n * 0.7 + m * 0.3);
  const c = mix3([0.3, 0.3, 0.31], mix3(hex('#6b2d10'), hex('#c0641e'), m), t);
  return { c, rough: mix(0.34, 0.85, t), metal: mix(1, 0.1, t), clear: 0.1, bump: t * m * 1.2 };
};

export const tiger = (s) => (u, v) => {
  const w = u * 0.055 + fbm(u * 0.03, v * 0.05, s, 3) * 3.0 + v * 0.018 * Math.sin(u * 0.01);
  const k = Math.abs(Math.sin(w * 2.0));
  const t = sstep(0.42, 0.56, k - Math.abs(v) * 0.003);
  const gold = mix3(hex('#ffb21e'), hex('#ffe27a'), fbm(u * 0.04, v * 0.04, s + 4));
  return metal(mix3(hex('#2a1204'), gold, t), mix(0.4, 0.18, t), { bump: t * 0.25 });
};

export const gilded = (s) => (u, v) => {
  const a = Math.sin(u * 0.11 + 3 * Math.sin(v * 0.06) + fbm(u * 0.02, v * 0.02, s) * 5),
    b = Math.sin(v * 0.13 + 3 * Math.sin(u * 0.05) + fbm(u * 0.02 + 7, v * 0.02, s) * 5);
  const k = Math.abs(a * b);
  const t = sstep(0.16, 0.05, Math.abs(a + b) * 0.5) + sstep(0.5, 0.62, k);
  const T = clamp(t);
  return metal(mix3(hex('#17110a'), hex('#ffc65a'), T), mix(0.5, 0.16, T), { bump: T * 0.75 });
};

export const midas = (s) => (u, v) => {
  const b = fbm(u * 0.02, v * 0.02, s, 3);
  const h = worley(u * 0.06, v * 0.06, s)[0];
  return metal([1.0, 0.6 + b * 0.08, 0.15 + b * 0.06], 0.16, { bump: h * 0.9 });
};

export const dragon = (s) => (u, v) => {
  const r = 11;
  let d = 1,
    hh = 0,
    nx = 0;
  for (let j = 2; j >= -1; j--) {
    const col = Math.floor(u / (r * 0.8)) - j + 1;
    const off = (col & 1) * r;
    const cx = col * r * 0.8;
    const cy = Math.round((v - off) / (2 * r)) * 2 * r + off;
    const q = Math.hypot((u - cx) * 0.8, v - cy) / r;
    if (q < 1.06 && u >= cx - r) {
      d = q;
      hh = vnoise(col * 3.3 + 0.5, cy * 0.7 + 0.5, s);
      nx = (u - cx) / r;
      break;
    }
  }
  const t = clamp((u + 160) / 320);
  const base = mix3(mix3(hex('#064d38'), hex('#0fc27a'), t), hex('#e6ff6a'), hh * 0.3);
  const e = sstep(0.82, 1.0, d);
  return { c: mix3(base, [0.004, 0.02, 0.015], e * 0.9), rough: 0.2, metal: 0.75, clear: 0.9, bump: (1 - d) * 2.6 };
};

export const carbon = (s) => (u, v) => {
  const g = 6;
  const cx = Math.floor(u / g),
    cy = Math.floor(v / g);
  const k = (cx + cy) & 1;
  const f = k ? u / g - cx : v / g - cy;
  const t = 0.5 + 0.5 * Math.sin(f * Math.PI);
  const b = k ? 0.1 : 0.035;
  return { c: [b * t + 0.012, b * t + 0.013, b * t + 0.016], rough: 0.22, metal: 0.55, clear: 1, bump: t * 0.3 };
};
