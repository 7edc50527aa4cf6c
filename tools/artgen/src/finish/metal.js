// Metals: raw, folded, rusted, gilded, woven.
import { hex, mix3 } from '../forge/colour.js';
import { clamp, fbm, mix, sstep, TAU, vnoise, worley } from '../forge/noise.js';
import { along, metal } from './base.js';

export const vanilla = (s) => (u, v) => {
  const b = vnoise(u * 0.02, v * 1.2, s) * 0.1 + fbm(u * 0.02, v * 0.02, s) * 0.1;
  return metal([0.5 + b, 0.52 + b, 0.56 + b], 0.26);
};

export const damascus = (s) => (u, v) => {
  const fold = fbm(u * 0.018, v * 0.03, s, 4) * 6 + fbm(u * 0.06, v * 0.06, s + 5, 2) * 1.2;
  const t = sstep(0.25, 0.75, 0.5 + 0.5 * Math.sin(fold * TAU * 1.35 + v * 0.05));
  return metal([mix(0.12, 0.72, t), mix(0.13, 0.72, t), mix(0.16, 0.76, t)], mix(0.42, 0.2, t), { bump: t * 0.22 });
};

export const rust = (s) => {
  const [deep, bright] = [hex('#6b2d10'), hex('#c0641e')];
  return (u, v) => {
    const grain = fbm(u * 0.12, v * 0.12, s + 5, 3);
    const t = sstep(0.44, 0.6, fbm(u * 0.03, v * 0.04, s, 5) * 0.7 + grain * 0.3);
    const c = mix3([0.3, 0.3, 0.31], mix3(deep, bright, grain), t);
    return { c, rough: mix(0.34, 0.85, t), metal: mix(1, 0.1, t), clear: 0.1, bump: t * grain * 1.2 };
  };
};

export const tiger = (s) => {
  const [ink, amber, light] = [hex('#2a1204'), hex('#ffb21e'), hex('#ffe27a')];
  return (u, v) => {
    const w = u * 0.055 + fbm(u * 0.03, v * 0.05, s, 3) * 3 + v * 0.018 * Math.sin(u * 0.01);
    const t = sstep(0.42, 0.56, Math.abs(Math.sin(w * 2)) - Math.abs(v) * 0.003);
    const gold = mix3(amber, light, fbm(u * 0.04, v * 0.04, s + 4));
    return metal(mix3(ink, gold, t), mix(0.4, 0.18, t), { bump: t * 0.25 });
  };
};

export const gilded = (s) => {
  const [ground, gold] = [hex('#17110a'), hex('#ffc65a')];
  return (u, v) => {
    const a = Math.sin(u * 0.11 + 3 * Math.sin(v * 0.06) + fbm(u * 0.02, v * 0.02, s) * 5);
    const b = Math.sin(v * 0.13 + 3 * Math.sin(u * 0.05) + fbm(u * 0.02 + 7, v * 0.02, s) * 5);
    const t = clamp(sstep(0.16, 0.05, Math.abs(a + b) * 0.5) + sstep(0.5, 0.62, Math.abs(a * b)));
    return metal(mix3(ground, gold, t), mix(0.5, 0.16, t), { bump: t * 0.75 });
  };
};

export const midas = (s) => (u, v) => {
  const b = fbm(u * 0.02, v * 0.02, s, 3);
  return metal([1, 0.6 + b * 0.08, 0.15 + b * 0.06], 0.16, { bump: worley(u * 0.06, v * 0.06, s)[0] * 0.9 });
};

export const dragon = (s) => {
  const [deep, bright, tip, gap] = [hex('#064d38'), hex('#0fc27a'), hex('#e6ff6a'), [0.004, 0.02, 0.015]];
  const r = 11;
  return (u, v) => {
    let d = 1;
    let shade = 0;
    for (let j = 2; j >= -1; j--) {
      const column = Math.floor(u / (r * 0.8)) - j + 1;
      const offset = (column & 1) * r;
      const cx = column * r * 0.8;
      const cy = Math.round((v - offset) / (2 * r)) * 2 * r + offset;
      const q = Math.hypot((u - cx) * 0.8, v - cy) / r;
      if (q < 1.06 && u >= cx - r) {
        d = q;
        shade = vnoise(column * 3.3 + 0.5, cy * 0.7 + 0.5, s);
        break;
      }
    }
    const scale = mix3(mix3(deep, bright, along(u)), tip, shade * 0.3);
    const c = mix3(scale, gap, sstep(0.82, 1, d) * 0.9);
    return { c, rough: 0.2, metal: 0.75, clear: 0.9, bump: (1 - d) * 2.6 };
  };
};

export const carbon = () => {
  const pitch = 6;
  return (u, v) => {
    const cx = Math.floor(u / pitch);
    const cy = Math.floor(v / pitch);
    const warp = (cx + cy) & 1;
    const t = 0.5 + 0.5 * Math.sin((warp ? u / pitch - cx : v / pitch - cy) * Math.PI);
    const b = (warp ? 0.1 : 0.035) * t;
    return { c: [b + 0.012, b + 0.013, b + 0.016], rough: 0.22, metal: 0.55, clear: 1, bump: t * 0.3 };
  };
};
