// Paints: camouflage, dust, stripes, lacquer, the fade.
import { hex, mix3, ramp, scale3, stops } from '../forge/colour.js';
import { clamp, fbm, rng, sstep } from '../forge/noise.js';
import { along, candy, paint, toLine } from './base.js';

export const camo = (s) => {
  const [leaf, deep, straw, ink] = ['#5d6b3a', '#2f3d22', '#9a8a58', '#191d14'].map(hex);
  return (u, v) => {
    let c = leaf;
    if (fbm(u * 0.024, v * 0.03, s, 3) > 0.52) c = deep;
    if (fbm(u * 0.03 + 20, v * 0.036, s + 8, 3) > 0.56) c = straw;
    if (fbm(u * 0.04 - 20, v * 0.04, s + 18, 2) > 0.6) c = ink;
    return paint(c, 0.62, { clear: 0.3 });
  };
};

export const arctic = (s) => {
  const [snow, ice, stone] = ['#dfe8ee', '#9db4c4', '#4d6779'].map(hex);
  return (u, v) => {
    let c = snow;
    if (fbm(u * 0.024, v * 0.03, s, 3) > 0.52) c = ice;
    if (fbm(u * 0.03 + 20, v * 0.036, s + 8, 3) > 0.57) c = stone;
    return paint(c, 0.5, { clear: 0.4 });
  };
};

export const sand = (s) => {
  const [shade, light] = [hex('#8a6b3e'), hex('#dcc08a')];
  return (u, v) => {
    const ripple = Math.sin(v * 0.22 + u * 0.03 + fbm(u * 0.02, v * 0.02, s) * 8);
    return paint(mix3(shade, light, sstep(-0.6, 0.7, ripple)), 0.62, { clear: 0.25, bump: ripple * 0.15 });
  };
};

export const slate = (s) => (u, v) => {
  const n = fbm(u * 0.06, v * 0.06, s, 3) * 0.05;
  return { c: [0.075 + n, 0.085 + n, 0.105 + n], rough: 0.45, metal: 0.4, clear: 0.4 };
};

export const crimson = () => {
  const [bright, deep, gilt] = ['#e0182d', '#7a0618', '#ffd9a0'].map(hex);
  return (u, v) => {
    const stripe = sstep(0.05, 0.03, Math.abs(toLine((u * 0.8 + v) / 60) - 0.5));
    return candy(mix3(mix3(bright, deep, along(u)), gilt, stripe * 0.85), 0.14, { metal: 0.45 });
  };
};

export const cobalt = () => {
  const [bright, deep, white] = ['#1236d8', '#0a1c70', '#e8f0ff'].map(hex);
  return (u, v) => {
    const stripe = sstep(0.06, 0.03, Math.abs(toLine((u - v * 0.7) / 90) - 0.5));
    return candy(mix3(mix3(bright, deep, along(u)), white, stripe), 0.18, { metal: 0.4 });
  };
};

/** Chinese lacquer with a faint gold lattice: the red packet. */
export const lacquer = () => {
  const [bright, deep, gold] = ['#d3101f', '#7d0410', '#ffcf6b'].map(hex);
  return (u, v) => {
    const lattice = Math.max(toLine((u + v) / 26), toLine((u - v) / 26));
    const c = mix3(bright, deep, clamp((v + 130) / 260));
    return candy(mix3(c, gold, sstep(0.46, 0.5, lattice) * 0.3), 0.2, { metal: 0.3 });
  };
};

export const fade = (s) => {
  const spectrum = stops(
    [0, '#2a3cff'],
    [0.22, '#8a2bff'],
    [0.45, '#ff2f8f'],
    [0.66, '#ff7a2b'],
    [0.86, '#ffd23c'],
    [1, '#fff2b0'],
  );
  const shift = rng(s)() * 0.24 - 0.12;
  return (u, v) => {
    const t = clamp((u + 150) / 330 + v * 0.0012 + shift + (fbm(u * 0.02, v * 0.02, s) - 0.5) * 0.1);
    return candy(
      scale3(ramp(spectrum, t), 0.92).map((c) => c + 0.02),
      0.14,
      { metal: 0.8 },
    );
  };
};
