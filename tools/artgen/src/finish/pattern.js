import { hex, mix3, ramp, stops } from '../forge/colour.js';
import { clamp, fbm, mix, ridged, rng, sstep, TAU, vnoise, worley } from '../forge/noise.js';

export const hex = (s) => (u, v) => {
  const sc = 15;
  let x = u / sc,
    y = v / sc;
  const q = (2 / 3) * x,
    r = (-1 / 3) * x + (Math.sqrt(3) / 3) * y;
  let rx = Math.round(q),
    rz = Math.round(r),
    ry = Math.round(-q - r);
  const dx = Math.abs(rx - q),
    dy = Math.abs(ry + q + r),
    dz = Math.abs(rz - r);
  if (dx > dy && dx > dz) rx = -ry - rz;
  else if (dz >= dy) rz = -rx - ry;
  const hx = 1.5 * rx,
    hy = Math.sqrt(3) * (rz + rx / 2);
  const ex = Math.abs(x - hx),
    ey = Math.abs(y - hy);
  const d = Math.max(ey, ex * 0.8660254 + ey * 0.5) / 0.866;
  const h = vnoise(rx * 3.7 + 0.5, rz * 4.9 + 0.5, s);
  const edge = sstep(0.8, 0.94, d);
  const t = clamp((u + 170) / 340);
  const base = mix3(hex('#ff5b1f'), hex('#ffc021'), t);
  const c =
    h > 0.5 ? mix3(base, [0.03, 0.03, 0.035], 0.15 + 0.4 * (h - 0.5)) : mix3(hex('#15161c'), hex('#2b2d38'), h * 1.4);
  return {
    c: mix3(c, [0.008, 0.008, 0.01], edge),
    rough: 0.26,
    metal: 0.5,
    clear: 0.8,
    bump: (1 - edge) * 0.9,
    emit: h > 0.86 ? [1.0 * (1 - edge), 0.42 * (1 - edge), 0.06 * (1 - edge)] : undefined,
  };
};

export const web = (s) => (u, v) => {
  const [f1, f2] = worley(u * 0.032, v * 0.032, s, 1);
  const e = sstep(0.09, 0.02, f2 - f1);
  const ring = sstep(0.05, 0.0, Math.abs(((f1 * 5) % 1) - 0.5) * (0.3 + f1)) * 0.8;
  const t = clamp(e + ring * 0.55);
  const base = mix3(hex('#5c0410'), hex('#d1122c'), fbm(u * 0.014, v * 0.02, s + 5));
  return candy(mix3(base, [0.006, 0.004, 0.005], t), 0.2, { metal: 0.45, bump: -t * 0.3 });
};

export const seigaiha = (s) => (u, v) => {
  const r = 13;
  let best = null;
  for (let j = 2; j >= -1; j--) {
    const row = Math.floor(v / (r * 0.5)) + j;
    const off = (row & 1) * r;
    const cy = row * r * 0.5 + r * 0.5;
    const cx = Math.round((u - off) / (2 * r)) * 2 * r + off;
    const d = Math.hypot(u - cx, v - cy) / r;
    if (d < 1 && v <= cy + 0.01) {
      best = d;
      break;
    }
  }
  const d = best ?? 0;
  const k = (d * 3.2) % 1;
  const ln = sstep(0.16, 0.06, Math.abs(k - 0.5));
  const t = clamp((u + 160) / 320);
  const base = mix3(hex('#0a2a6b'), hex('#0f7fa8'), t);
  return { c: mix3(base, hex('#ffe9b0'), ln), rough: 0.2, metal: ln > 0.4 ? 0.95 : 0.3, clear: 0.9, bump: ln * 0.35 };
};

export const cloud = (s) => (u, v) => {
  const g = 34;
  let m = 0,
    ln = 0;
  for (let j = -1; j <= 1; j++)
    for (let i = -1; i <= 1; i++) {
      const cx = Math.floor(u / g) + i,
        cy = Math.floor(v / (g * 0.7)) + j;
      const h = vnoise(cx * 3.1 + 0.5, cy * 7.7 + 0.5, s);
      const px = (cx + 0.5 + (h - 0.5) * 0.6) * g,
        py = (cy + 0.5 + (vnoise(cx * 5.1 + 0.5, cy + 0.5, s + 3) - 0.5) * 0.5) * g * 0.7;
      const dx = u - px,
        dy = v - py;
      const R0 = 7 + h * 8;
      const d = Math.hypot(dx, dy);
      if (d < R0) {
        const a = Math.atan2(dy, dx) / TAU;
        const sp = (d / 4.2 - a + 10) % 1;
        m = 1;
        ln = Math.max(ln, sstep(0.2, 0.08, Math.abs(sp - 0.5)), sstep(1.3, 0.4, R0 - d));
      } else if (dy > 0 && dy < 4 && dx > -R0 * 1.6 && dx < R0 * 2) {
        m = Math.max(m, 0.9);
      }
    }
  const red = mix3(hex('#8f0d18'), hex('#d4232b'), fbm(u * 0.01, v * 0.02, s));
  const gold = hex('#ffcf6b');
  const c = m ? mix3(mix3(red, hex('#f7e3bd'), 0.1), gold, ln) : red;
  return { c, rough: ln > 0.5 ? 0.16 : 0.24, metal: ln > 0.4 ? 1 : 0.12, clear: 0.9, bump: ln * 0.5 };
};

export const sakura = (s) => (u, v) => {
  let p = 0,
    core = 0,
    hh = 0;
  const g = 21;
  for (let j = -1; j <= 1; j++)
    for (let i = -1; i <= 1; i++) {
      const cx = Math.floor(u / g) + i,
        cy = Math.floor(v / g) + j;
      const h = vnoise(cx * 2.7 + 0.5, cy * 6.1 + 0.5, s);
      if (h < 0.32) continue;
      const px = (cx + 0.5 + (h - 0.5)) * g,
        py = (cy + 0.5 + (vnoise(cx * 9.1 + 0.5, cy * 2.1 + 0.5, s + 2) - 0.5)) * g;
      const dx = u - px,
        dy = v - py,
        a = Math.atan2(dy, dx) + h * 9,
        d = Math.hypot(dx, dy);
      const R0 = (4.6 + h * 5.2) * (0.62 + 0.38 * Math.abs(Math.cos(a * 2.5)));
      if (d < R0) {
        p = Math.max(p, sstep(R0, R0 - 0.9, d));
        core = Math.max(core, sstep(2.4, 0.8, d));
        hh = h;
      }
    }
  const base = mix3(hex('#0d1b3a'), hex('#3c2a6a'), clamp((u + 160) / 320));
  const c = mix3(mix3(base, mix3(hex('#ff8fb8'), hex('#ffe3ee'), hh), p), hex('#ff2d6f'), core * p);
  return {
    c,
    rough: 0.16,
    metal: 0.35 * (1 - p),
    clear: 0.9,
    bump: p * 0.3,
    emit: p ? [c[0] * 0.12, c[1] * 0.06, c[2] * 0.08] : undefined,
  };
};

export const porcelain = (s) => (u, v) => {
  const w = fbm(u * 0.025, v * 0.03, s, 3);
  const a = Math.sin(u * 0.09 + w * 9) * Math.cos(v * 0.12 + w * 7);
  const ln = sstep(0.14, 0.05, Math.abs(a - 0.1));
  const leaf = sstep(0.62, 0.72, a) * 0.75;
  const c = mix3(hex('#f4f7fb'), hex('#1238a0'), clamp(ln + leaf));
  return { c, rough: 0.08, metal: 0, clear: 1 };
};

export const circuit = (s) => (u, v) => {
  const g = 13;
  const cx = Math.floor(u / g),
    cy = Math.floor(v / g),
    fx = u / g - cx,
    fy = v / g - cy;
  const h = vnoise(cx * 7.3 + 0.5, cy * 5.1 + 0.5, s);
  let on = 0;
  const lw = 0.075;
  const line = (a) => sstep(lw + 0.06, lw - 0.02, Math.abs(a - 0.5));
  if (h < 0.36) on = line(fy);
  else if (h < 0.62) on = line(fx);
  else if (h < 0.8) {
    on = Math.max(fx < 0.5 ? line(fy) : 0, fy > 0.5 ? line(fx) : 0);
    const r = Math.hypot(fx - 0.5, fy - 0.5);
    on = Math.max(on, sstep(0.25, 0.17, r));
  } else {
    const r = Math.hypot(fx - 0.5, fy - 0.5);
    on = sstep(0.05, 0.0, Math.abs(r - 0.24));
  }
  const fl = 0.45 + 0.55 * fbm(u * 0.012, v * 0.02, s + 2);
  const c = mix3(hex('#071420'), hex('#0d2a3a'), fbm(u * 0.03, v * 0.03, s));
  return { c, rough: 0.28, metal: 0.55, clear: 0.8, emit: [0.02 * on, 1.0 * on * fl, 0.95 * on * fl], bump: on * 0.18 };
};

export const synth = (s) => (u, v) => {
  const t = clamp((v + 46) / 92);
  const sky = ramp(
    [
      [0, hex('#180a3c')],
      [0.45, hex('#6b1fa8')],
      [0.7, hex('#ff2e88')],
      [1, hex('#ff9a3c')],
    ],
    t,
  );
  const gx = Math.abs(((u + v * 0.4) / 16) % 1);
  const gy = Math.abs((v / 11 + 100) % 1);
  const ln =
    Math.max(sstep(0.07, 0.02, Math.min(gx, 1 - gx)), sstep(0.09, 0.02, Math.min(gy, 1 - gy))) * sstep(0.42, 0.7, t);
  const stripe = t < 0.42 ? sstep(0.55, 0.5, (v / 5 + 50) % 1) * sstep(0.04, 0.38, t) * 0.5 : 0;
  const c = mix3(sky, hex('#ffd06b'), stripe);
  return { c, rough: 0.16, metal: 0.4, clear: 0.9, emit: [0.1 * ln + stripe * 0.2, 0.9 * ln, 1.0 * ln] };
};
