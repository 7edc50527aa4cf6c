// Drawn patterns: honeycomb, web, waves, clouds, blossom, porcelain, circuits, neon grid.
import { hex, mix3, ramp, stops } from '../forge/colour.js';
import { clamp, fbm, sstep, TAU, vnoise, worley } from '../forge/noise.js';
import { along, candy, toLine } from './base.js';

const ROOT3 = Math.sqrt(3);

/** Nearest cell (column, row) of a unit hexagon grid and the distance from its centre, 1 at its border. */
function hexagon(x, y) {
  const q = (2 / 3) * x;
  const r = (-1 / 3) * x + (ROOT3 / 3) * y;
  let cq = Math.round(q);
  let cr = Math.round(r);
  const cs = Math.round(-q - r);
  const [dq, dr, ds] = [Math.abs(cq - q), Math.abs(cr - r), Math.abs(cs + q + r)];
  if (dq > ds && dq > dr) cq = -cs - cr;
  else if (dr >= ds) cr = -cq - cs;
  const ex = Math.abs(x - 1.5 * cq);
  const ey = Math.abs(y - ROOT3 * (cr + cq / 2));
  return { column: cq, row: cr, d: Math.max(ey, ex * (ROOT3 / 2) + ey * 0.5) / (ROOT3 / 2) };
}

export const hexcore = (s) => {
  const [hot, warm, dark, darker] = ['#ff5b1f', '#ffc021', '#2b2d38', '#15161c'].map(hex);
  return (u, v) => {
    const { column, row, d } = hexagon(u / 15, v / 15);
    const h = vnoise(column * 3.7 + 0.5, row * 4.9 + 0.5, s);
    const inside = 1 - sstep(0.8, 0.94, d);
    const lit = mix3(mix3(hot, warm, along(u, 170)), [0.03, 0.03, 0.035], 0.15 + 0.4 * (h - 0.5));
    const c = mix3([0.008, 0.008, 0.01], h > 0.5 ? lit : mix3(darker, dark, h * 1.4), inside);
    const emit = h > 0.86 ? [inside, 0.42 * inside, 0.06 * inside] : undefined;
    return { c, rough: 0.26, metal: 0.5, clear: 0.8, bump: inside * 0.9, emit };
  };
};

export const web = (s) => {
  const [deep, bright, silk] = [hex('#5c0410'), hex('#d1122c'), [0.006, 0.004, 0.005]];
  return (u, v) => {
    const [f1, f2] = worley(u * 0.032, v * 0.032, s, 1);
    const ring = sstep(0.05, 0, Math.abs(((f1 * 5) % 1) - 0.5) * (0.3 + f1)) * 0.44;
    const t = clamp(sstep(0.09, 0.02, f2 - f1) + ring);
    return candy(mix3(mix3(deep, bright, fbm(u * 0.014, v * 0.02, s + 5)), silk, t), 0.2, {
      metal: 0.45,
      bump: -t * 0.3,
    });
  };
};

export const seigaiha = () => {
  const [deep, sea, gilt] = ['#0a2a6b', '#0f7fa8', '#ffe9b0'].map(hex);
  const r = 19;
  const arc = (u, v) => {
    for (let j = 2; j >= -1; j--) {
      const row = Math.floor(v / (r * 0.5)) + j;
      const offset = (row & 1) * r;
      const cy = row * r * 0.5 + r * 0.5;
      const d = Math.hypot(u - Math.round((u - offset) / (2 * r)) * 2 * r - offset, v - cy) / r;
      if (d < 1 && v <= cy + 0.01) return d;
    }
    return 0;
  };
  return (u, v) => {
    const line = sstep(0.19, 0.09, Math.abs(((arc(u, v) * 2.6) % 1) - 0.5));
    const c = mix3(mix3(deep, sea, along(u)), gilt, line);
    return { c, rough: 0.2, metal: line > 0.4 ? 0.95 : 0.3, clear: 0.9, bump: line * 0.35 };
  };
};

export const cloud = (s) => {
  const [deep, bright, gold] = ['#8f0d18', '#d4232b', '#ffcf6b'].map(hex);
  const g = 34;
  return (u, v) => {
    let line = 0;
    for (let j = -1; j <= 1; j++) {
      for (let i = -1; i <= 1; i++) {
        const cx = Math.floor(u / g) + i;
        const cy = Math.floor(v / (g * 0.7)) + j;
        const h = vnoise(cx * 3.1 + 0.5, cy * 7.7 + 0.5, s);
        const dx = u - (cx + 0.5 + (h - 0.5) * 0.6) * g;
        const dy = v - (cy + 0.5 + (vnoise(cx * 5.1 + 0.5, cy + 0.5, s + 3) - 0.5) * 0.5) * g * 0.7;
        const radius = 7 + h * 8;
        const d = Math.hypot(dx, dy);
        if (d >= radius) continue;
        const spiral = (d / 4.2 - Math.atan2(dy, dx) / TAU + 10) % 1;
        line = Math.max(line, sstep(0.2, 0.08, Math.abs(spiral - 0.5)), sstep(1.3, 0.4, radius - d));
      }
    }
    const c = mix3(mix3(deep, bright, fbm(u * 0.01, v * 0.02, s)), gold, line);
    return { c, rough: line > 0.5 ? 0.16 : 0.24, metal: line > 0.4 ? 1 : 0.12, clear: 0.9, bump: line * 0.5 };
  };
};

export const sakura = (s) => {
  const [night, dusk, pink, pale, heart] = ['#0d1b3a', '#3c2a6a', '#ff8fb8', '#ffe3ee', '#ff2d6f'].map(hex);
  const g = 21;
  return (u, v) => {
    let petal = 0;
    let core = 0;
    let tone = 0;
    for (let j = -1; j <= 1; j++) {
      for (let i = -1; i <= 1; i++) {
        const cx = Math.floor(u / g) + i;
        const cy = Math.floor(v / g) + j;
        const h = vnoise(cx * 2.7 + 0.5, cy * 6.1 + 0.5, s);
        if (h < 0.32) continue;
        const dx = u - (cx + h) * g;
        const dy = v - (cy + vnoise(cx * 9.1 + 0.5, cy * 2.1 + 0.5, s + 2)) * g;
        const d = Math.hypot(dx, dy);
        const radius = (4.6 + h * 5.2) * (0.62 + 0.38 * Math.abs(Math.cos((Math.atan2(dy, dx) + h * 9) * 2.5)));
        if (d >= radius) continue;
        petal = Math.max(petal, sstep(radius, radius - 0.9, d));
        core = Math.max(core, sstep(2.4, 0.8, d));
        tone = h;
      }
    }
    const blossom = mix3(mix3(mix3(night, dusk, along(u)), mix3(pink, pale, tone), petal), heart, core * petal);
    const emit = petal ? [blossom[0] * 0.12, blossom[1] * 0.06, blossom[2] * 0.08] : undefined;
    return { c: blossom, rough: 0.16, metal: 0.35 * (1 - petal), clear: 0.9, bump: petal * 0.3, emit };
  };
};

export const porcelain = (s) => {
  const [glaze, ink] = [hex('#f4f7fb'), hex('#1238a0')];
  return (u, v) => {
    const w = fbm(u * 0.025, v * 0.03, s, 3);
    const a = Math.sin(u * 0.09 + w * 9) * Math.cos(v * 0.12 + w * 7);
    const brush = clamp(sstep(0.14, 0.05, Math.abs(a - 0.1)) + sstep(0.62, 0.72, a) * 0.75);
    return { c: mix3(glaze, ink, brush), rough: 0.08, metal: 0, clear: 1 };
  };
};

export const circuit = (s) => {
  const [dark, board] = [hex('#071420'), hex('#0d2a3a')];
  const g = 13;
  const trace = (a) => sstep(0.135, 0.055, Math.abs(a - 0.5));
  const drawn = (h, fx, fy) => {
    const r = Math.hypot(fx - 0.5, fy - 0.5);
    if (h < 0.36) return trace(fy);
    if (h < 0.62) return trace(fx);
    if (h < 0.8) return Math.max(fx < 0.5 ? trace(fy) : 0, fy > 0.5 ? trace(fx) : 0, sstep(0.25, 0.17, r));
    return sstep(0.05, 0, Math.abs(r - 0.24));
  };
  return (u, v) => {
    const cx = Math.floor(u / g);
    const cy = Math.floor(v / g);
    const on = drawn(vnoise(cx * 7.3 + 0.5, cy * 5.1 + 0.5, s), u / g - cx, v / g - cy);
    const power = on * (0.45 + 0.55 * fbm(u * 0.012, v * 0.02, s + 2));
    const c = mix3(dark, board, fbm(u * 0.03, v * 0.03, s));
    return { c, rough: 0.28, metal: 0.55, clear: 0.8, emit: [0.02 * on, power, 0.95 * power], bump: on * 0.18 };
  };
};

export const synth = () => {
  const sky = stops([0, '#180a3c'], [0.45, '#6b1fa8'], [0.7, '#ff2e88'], [1, '#ff9a3c']);
  const sun = hex('#ffd06b');
  return (u, v) => {
    const t = clamp((v + 46) / 92);
    const grid = Math.max(sstep(0.07, 0.02, toLine((u + v * 0.4) / 16)), sstep(0.09, 0.02, toLine(v / 11)));
    const line = grid * sstep(0.42, 0.7, t);
    const stripe = t < 0.42 ? sstep(0.55, 0.5, (v / 5 + 50) % 1) * sstep(0.04, 0.38, t) * 0.5 : 0;
    const emit = [0.1 * line + stripe * 0.2, 0.9 * line, line];
    return { c: mix3(ramp(sky, t), sun, stripe), rough: 0.16, metal: 0.4, clear: 0.9, emit };
  };
};
