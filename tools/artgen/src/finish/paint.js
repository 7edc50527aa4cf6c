import { hex, mix3, ramp, stops } from '../forge/colour.js';
import { clamp, fbm, mix, ridged, rng, sstep, TAU, vnoise, worley } from '../forge/noise.js';

export const camo = (s) => (u, v) => {
  const a = fbm(u * 0.024, v * 0.03, s, 3),
    b = fbm(u * 0.03 + 20, v * 0.036, s + 8, 3),
    d = fbm(u * 0.04 - 20, v * 0.04, s + 18, 2);
  let c = hex('#5d6b3a');
  if (a > 0.52) c = hex('#2f3d22');
  if (b > 0.56) c = hex('#9a8a58');
  if (d > 0.6) c = hex('#191d14');
  return paint(c, 0.62, { clear: 0.3 });
};

export const arctic = (s) => (u, v) => {
  const a = fbm(u * 0.024, v * 0.03, s, 3),
    b = fbm(u * 0.03 + 20, v * 0.036, s + 8, 3);
  let c = hex('#dfe8ee');
  if (a > 0.52) c = hex('#9db4c4');
  if (b > 0.57) c = hex('#4d6779');
  return paint(c, 0.5, { clear: 0.4 });
};

export const sand = (s) => (u, v) => {
  const w = fbm(u * 0.02, v * 0.02, s) * 4;
  const r = Math.sin(v * 0.22 + u * 0.03 + w * 2);
  const c = mix3(hex('#8a6b3e'), hex('#dcc08a'), sstep(-0.6, 0.7, r));
  return paint(c, 0.62, { clear: 0.25, bump: r * 0.15 });
};

export const slate = (s) => (u, v) => {
  const n = fbm(u * 0.06, v * 0.06, s, 3) * 0.05;
  return { c: [0.075 + n, 0.085 + n, 0.105 + n], rough: 0.45, metal: 0.4, clear: 0.4 };
};

export const crimson = (s) => (u, v) => {
  const t = clamp((u + 160) / 320);
  const c = mix3(hex('#e0182d'), hex('#7a0618'), t);
  const st = sstep(0.05, 0.03, Math.abs((((u * 0.8 + v) / 60) % 1) - 0.5));
  return candy(mix3(c, hex('#ffd9a0'), st * 0.85), 0.14, { metal: 0.45 });
};

export const cobalt = (s) => (u, v) => {
  const c = mix3(hex('#1236d8'), hex('#0a1c70'), clamp((u + 160) / 320));
  const st = sstep(0.06, 0.03, Math.abs((((u - v * 0.7) / 90 + 9) % 1) - 0.5));
  return candy(mix3(c, hex('#e8f0ff'), st), 0.18, { metal: 0.4 });
};

export const lacquer = (s) => (u, v) => {
  const c = mix3(hex('#d3101f'), hex('#7d0410'), clamp((v + 130) / 260));
  const d = Math.abs((((u + v) / 26 + 100) % 1) - 0.5),
    e = Math.abs((((u - v) / 26 + 100) % 1) - 0.5);
  const ln = sstep(0.46, 0.5, Math.max(d, e)) * 0.22;
  return candy(mix3(c, hex('#ffcf6b'), ln), 0.2, { metal: 0.3 });
};

export const fade = (s) => {
  const st = [
    [0, hex('#2a3cff')],
    [0.22, hex('#8a2bff')],
    [0.45, hex('#ff2f8f')],
    [0.66, hex('#ff7a2b')],
    [0.86, hex('#ffd23c')],
    [1, hex('#fff2b0')],
  ];
  const o = rng(s).range(-0.12, 0.12);
  return (u, v) => {
    const t = clamp((u + 150) / 330 + v * 0.0012 + o + (fbm(u * 0.02, v * 0.02, s) - 0.5) * 0.1);
    const c = ramp(st, t);
    return candy([c[0] * 0.92 + 0.02, c[1] * 0.92 + 0.02, c[2] * 0.92 + 0.02], 0.14, { metal: 0.8 });
  };
};
