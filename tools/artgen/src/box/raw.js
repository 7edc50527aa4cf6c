// Loot boxes, red packets, gem currency – same forge, iso faces with affine pattern mapping.
import { poly, rect, circ, smooth } from './models.mjs';
const P = (d, mat, o = {}) => ({ d, mat, bevel: 4, profile: 'chisel', height: 1, ...o });
// emblems in a 100×100 box centred at 0
export const EMBLEMS = {
  star: poly(
    Array.from({ length: 10 }, (_, i) => {
      const a = (i / 10) * Math.PI * 2 - Math.PI / 2,
        r = i % 2 ? 19 : 46;
      return [Math.cos(a) * r, Math.sin(a) * r];
    }),
  ),
  bolt: 'M14 -48L-30 8H-4L-14 48L32 -12H4Z',
  moon: 'M18 -44A46 46 0 1 0 18 44A36 36 0 1 1 18 -44Z',
  gem: 'M-26 -34H26L46 -8L0 44L-46 -8Z',
  flame:
    'M2 -48C10 -26 36 -12 34 16C32 38 16 48 0 48C-18 48 -34 36 -34 14C-34 0 -24 -8 -20 -20C-12 -12 -10 -6 -8 2C0 -10 6 -26 2 -48Z',
  crown: 'M-42 30L-48 -22L-22 0L0 -40L22 0L48 -22L42 30Z',
  leaf: 'M-36 40C-44 -10 -10 -46 42 -46C44 8 12 44 -26 30L-30 44Z',
  skull:
    'M0 -46C30 -46 44 -24 40 2C38 14 30 18 30 28H14V40H-14V28H-30C-30 18 -38 14 -40 2C-44 -24 -30 -46 0 -46ZM-16 -12a11 11 0 1 0 0.1 0ZM16 -12a11 11 0 1 0 0.1 0Z',
  lotus:
    'M0 -42C14 -24 16 -6 10 10C24 -2 34 -10 46 -12C44 10 30 30 0 34C-30 30 -44 10 -46 -12C-34 -10 -24 -2 -10 10C-16 -6 -14 -24 0 -42Z',
  blade: 'M-44 44L-36 24L20 -32L46 -46L32 -20L-24 36Z M-30 8L-8 30L-14 36L-36 14Z',
  dice: 'M-32 -40h64q8 0 8 8v64q0 8 -8 8h-64q-8 0 -8 -8v-64q0 -8 8 -8ZM-18 -26a8 8 0 1 0 0.1 0ZM18 10a8 8 0 1 0 0.1 0ZM0 -8a8 8 0 1 0 0.1 0Z',
  eye: 'M-48 0Q0 -52 48 0Q0 52 -48 0ZM0 -18a18 18 0 1 0 0.1 0Z',
};
const T = [0, -128],
  L = [-146, -66],
  R = [146, -66],
  F = [0, -2],
  L2 = [-134, 74],
  F2 = [0, 142],
  R2 = [134, 74];
const lerp = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
const face = (a, b, c, d) => (u, v) => lerp(lerp(a, b, u), lerp(d, c, u), v); // a→b top edge, d→c bottom
const LF = face(L, F, F2, L2),
  RF = face(F, R, R2, F2),
  TF = face(L, T, R, F);
const quad = (f, u0, v0, u1, v1) => poly([f(u0, v0), f(u1, v0), f(u1, v1), f(u0, v1)]);
const mapL = (x, y) => [(x + 146) * 1.1, y - (x + 146) * 0.44],
  mapR = (x, y) => [x * 1.1, y + x * 0.44],
  mapT = (x, y) => [(x + y * 2.2) * 0.8, (y * 2.2 - x) * 0.8];
const N = { l: [-0.42, 0.16], r: [0.5, 0.16], t: [0, -0.62] };
const skew = (f, u, v, k) => {
  const o = f(u, v),
    a = f(u + 0.01, v),
    b = f(u, v + 0.01);
  return `matrix(${((a[0] - o[0]) / 0.01 / 150) * k} ${((a[1] - o[1]) / 0.01 / 150) * k} ${((b[0] - o[0]) / 0.01 / 150) * k} ${((b[1] - o[1]) / 0.01 / 150) * k} ${o[0]} ${o[1]})`;
};
export const BOXES = {
  crate: ({ emblem = 'star', trim = 'gold' }) => ({
    rot: 0,
    sc: 1.06,
    parts: [
      part(poly([L, F, F2, L2]), 'finish', { bevel: 3, tilt: N.l, uvl: mapL, shadow: 0 }),
      part(poly([F, R, R2, F2]), 'finish', { bevel: 3, tilt: N.r, uvl: mapR, shadow: 0, dark: 0.62 }),
      part(poly([T, R, F, L]), 'finish', { bevel: 3, tilt: N.t, uvl: mapT, shadow: 0 }),
      // recessed panels
      part(quad(LF, 0.13, 0.36, 0.87, 0.86), 'gun', { bevel: 5, height: -1, tilt: N.l, shadow: 0 }),
      part(quad(RF, 0.13, 0.36, 0.87, 0.86), 'gun', { bevel: 5, height: -1, tilt: N.r, shadow: 0, dark: 0.7 }),
      part(quad(LF, 0.18, 0.4, 0.82, 0.82), 'finish', { bevel: 4, tilt: N.l, uvl: mapL, shadow: 0 }),
      part(quad(RF, 0.18, 0.4, 0.82, 0.82), 'finish', { bevel: 4, tilt: N.r, uvl: mapR, shadow: 0, dark: 0.62 }),
      part(quad(TF, 0.14, 0.14, 0.86, 0.86), 'gun', { bevel: 5, height: -1, tilt: N.t, shadow: 0 }),
      part(quad(TF, 0.2, 0.2, 0.8, 0.8), 'finish', { bevel: 5, tilt: N.t, uvl: mapT, shadow: 0 }),
      // lid seam: dark + glow
      part(poly([LF(0, 0.24), LF(1, 0.24), RF(1, 0.24), RF(1, 0.3), RF(0, 0.3), LF(0, 0.3)]), 'black', {
        bevel: 2,
        shadow: 0,
      }),
      part(
        poly([LF(0.02, 0.258), LF(1, 0.258), RF(0.98, 0.258), RF(0.98, 0.284), LF(1, 0.284), LF(0.02, 0.284)]),
        'glow',
        { bevel: 1.5, shadow: 0 },
      ),
      // trims: vertical corner posts, lid rims
      part(poly([LF(0, 0), LF(0.085, 0), LF(0.085, 0.24), LF(0, 0.24)]), trim, { tilt: N.l }),
      part(poly([LF(0, 0.3), LF(0.085, 0.3), LF(0.085, 1), LF(0, 1)]), trim, { tilt: N.l }),
      part(poly([RF(0.915, 0), RF(1, 0), RF(1, 0.24), RF(0.915, 0.24)]), trim, { tilt: N.r, dark: 0.7 }),
      part(poly([RF(0.915, 0.3), RF(1, 0.3), RF(1, 1), RF(0.915, 1)]), trim, { tilt: N.r, dark: 0.7 }),
      part(poly([LF(0.915, 0), LF(1, 0), LF(1, 0.24), LF(0.915, 0.24)]), trim, { tilt: N.l }),
      part(poly([RF(0, 0), RF(0.085, 0), RF(0.085, 0.24), RF(0, 0.24)]), trim, { tilt: N.r, dark: 0.75 }),
      part(poly([LF(0.915, 0.3), LF(1, 0.3), LF(1, 1), LF(0.915, 1)]), trim, { tilt: N.l }),
      part(poly([RF(0, 0.3), RF(0.085, 0.3), RF(0.085, 1), RF(0, 1)]), trim, { tilt: N.r, dark: 0.75 }),
      part(poly([LF(0, 0.93), LF(1, 0.93), LF(1, 1), LF(0, 1)]), trim, { tilt: N.l, shadow: 0.4 }),
      part(poly([RF(0, 0.93), RF(1, 0.93), RF(1, 1), RF(0, 1)]), trim, { tilt: N.r, dark: 0.7, shadow: 0.4 }),
      part(
        `${poly([T, R, F, L])}${poly([TF(0.075, 0.075), TF(0.075, 0.925), TF(0.925, 0.925), TF(0.925, 0.075)])}`,
        trim,
        { rule: 'evenodd', tilt: N.t, shadow: 0.4, bevel: 3 },
      ),
      // emblems
      part(EMBLEMS[emblem], 'glow', {
        xf: skew(LF, 0.5, 0.61, 0.78),
        bevel: 10,
        height: 0.8,
        rule: 'evenodd',
        tilt: N.l,
      }),
      part(EMBLEMS[emblem], trim, {
        xf: skew(RF, 0.5, 0.61, 0.78),
        bevel: 10,
        height: 0.8,
        rule: 'evenodd',
        tilt: N.r,
        dark: 0.8,
      }),
      part(EMBLEMS[emblem], trim, {
        xf: skew(TF, 0.5, 0.5, 0.6) + ' rotate(-45)',
        bevel: 8,
        height: 0.7,
        rule: 'evenodd',
        tilt: N.t,
      }),
      // lock
      part('M-24 8L0 18L24 8V52L0 66L-24 52Z', trim, { bevel: 8 }),
      part('M0 22L13 36L0 52L-13 36Z', 'glow', { bevel: 8 }),
    ],
  }),
  capsule: ({ emblem = 'moon', trim = 'gold' }) => ({
    rot: 0,
    sc: 1.06,
    parts: [
      part('M-92 96C-92 128 92 128 92 96L76 138C56 152 -56 152 -76 138Z', trim, { bevel: 9 }),
      part('M-104 -58V84C-104 122 104 122 104 84V-58Z', 'finish', {
        bevel: 96,
        profile: 'round',
        height: 0.5,
        soft: 1.2,
      }),
      part('M-104 -70C-104 -150 104 -150 104 -70V-52C104 -22 -104 -22 -104 -52Z', 'finish', {
        bevel: 84,
        profile: 'round',
        height: 0.6,
        soft: 1.2,
      }),
      part('M-112 -66C-112 -30 112 -30 112 -66V-40C112 -4 -112 -4 -112 -40Z', trim, {
        bevel: 9,
        profile: 'round',
        height: 0.7,
      }),
      part('M-112 -22C-112 14 112 14 112 -22V-14C112 22 -112 22 -112 -14Z', 'glow', { bevel: 4, shadow: 0.3 }),
      part('M-112 62C-112 98 112 98 112 62V88C112 124 -112 124 -112 88Z', trim, {
        bevel: 9,
        profile: 'round',
        height: 0.7,
      }),
      part(circ(0, 38, 46), trim, { bevel: 10, height: 0.7 }),
      part(circ(0, 38, 36), 'black', { bevel: 6, height: -1, shadow: 0 }),
      part(EMBLEMS[emblem], 'glow', { xf: 'translate(0 38) scale(0.56)', bevel: 9, rule: 'evenodd', shadow: 0.4 }),
      part('M-22 -132Q0 -150 22 -132L16 -116H-16Z', trim, { bevel: 7 }),
      part(circ(0, -136, 13), 'glow', { bevel: 13, profile: 'round' }),
      part('M-78 -92C-62 -118 -30 -126 -16 -124C-40 -112 -58 -98 -66 -76Z', ['sheen'], {
        bevel: 8,
        shadow: 0,
        edge: 0,
        rimDark: 1,
      }),
    ],
  }),
  chest: ({ emblem = 'crown', trim = 'gold' }) => ({
    rot: 0,
    sc: 1.06,
    parts: [
      part('M-142 -4H142L130 116Q0 134 -130 116Z', 'finish', { bevel: 20, height: 0.4 }),
      part('M-150 -8C-150 -88 -112 -124 -78 -124H78C112 -124 150 -88 150 -8Z', 'finish', {
        bevel: 80,
        profile: 'round',
        height: 0.45,
        soft: 1,
      }),
      part('M-154 -14H154V14H-154Z', trim, { bevel: 7 }),
      part('M-148 -3H148V4H-148Z', 'glow', { bevel: 2.5, shadow: 0 }),
      ...[1, -1].map((x) =>
        part('M-112 -14C-112 -80 -104 -112 -90 -124H-68C-84 -112 -92 -80 -92 -14Z', trim, {
          bevel: 6,
          xf: `scale(${x} 1)`,
        }),
      ),
      ...[-110, 90].map((x) => part(rect(x, 14, 20, 106, 3), trim, { bevel: 6 })),
      part(
        'M-154 -14C-154 -92 -112 -130 -78 -130H78C112 -130 154 -92 154 -14H140C140 -84 104 -116 76 -116H-76C-104 -116 -140 -84 -140 -14Z',
        trim,
        { bevel: 7 },
      ),
      part('M-146 14L-132 120Q0 138 132 120L146 14H132L120 106Q0 122 -120 106L-132 14Z', trim, { bevel: 7 }),
      part('M-38 -40H38L46 -30V40L0 70L-46 40V-30Z', trim, { bevel: 10 }),
      part('M-30 -30H30L36 -24V34L0 58L-36 34V-24Z', 'black', { bevel: 5, height: -1, shadow: 0 }),
      part(EMBLEMS[emblem], 'glow', { xf: 'translate(0 6) scale(0.52)', bevel: 9, rule: 'evenodd', shadow: 0.3 }),
      ...[
        [-98, -30],
        [102, -30],
        [-98, 92],
        [100, 92],
        [-98, 34],
        [100, 34],
      ].map(([x, y]) => part(circ(x, y, 5), 'steel', { bevel: 5, profile: 'round' })),
    ],
  }),
  gift: ({ emblem = 'lotus', trim = 'gold' }) => ({
    rot: 0,
    sc: 1.04,
    parts: [
      part('M-118 -28H118L108 120Q0 138 -108 120Z', 'finish', { bevel: 18, height: 0.4 }),
      part('M-24 -28H24L22 132Q0 134 -22 132Z', trim, { bevel: 8, height: 0.5 }),
      part('M-134 -62Q0 -78 134 -62V-18Q0 -4 -134 -18Z', 'finish', { bevel: 13, height: 0.5 }),
      part('M-26 -70Q0 -74 26 -70V-12Q0 -10 -26 -12Z', trim, { bevel: 8, height: 0.5 }),
      part(
        'M-4 -70C-40 -150 -116 -146 -106 -104C-100 -76 -40 -66 -4 -70ZM-22 -82C-50 -88 -80 -98 -82 -108C-82 -122 -44 -118 -22 -82Z',
        trim,
        { bevel: 11, profile: 'round', rule: 'evenodd' },
      ),
      part(
        'M4 -70C40 -150 116 -146 106 -104C100 -76 40 -66 4 -70ZM22 -82C50 -88 80 -98 82 -108C82 -122 44 -118 22 -82Z',
        trim,
        { bevel: 11, profile: 'round', rule: 'evenodd' },
      ),
      part(circ(0, -74, 18), 'glow', { bevel: 18, profile: 'round' }),
      part(circ(0, 54, 40), trim, { bevel: 9 }),
      part(circ(0, 54, 31), 'finish', { bevel: 5, height: -1, shadow: 0 }),
      part(EMBLEMS[emblem], 'glow', { xf: 'translate(0 54) scale(0.46)', bevel: 9, rule: 'evenodd', shadow: 0.3 }),
    ],
  }),
  hongbao: () => ({
    rot: -7,
    sc: 1.1,
    parts: [
      part(rect(-84, -134, 168, 268, 14), 'finish', { bevel: 10, height: 0.5 }),
      part('M-84 -134H84V-84C50 -40 -50 -40 -84 -84Z', 'finish', { bevel: 9, height: 0.6, shadow: 1.2, shadowR: 6 }),
      part('M-84 -88C-50 -44 50 -44 84 -88V-80C50 -34 -50 -34 -84 -80Z', 'gold', { bevel: 3, shadow: 0.5 }),
      part(circ(0, -48, 34), 'gold', { bevel: 10, profile: 'round', height: 0.7 }),
      part(circ(0, -48, 25), 'finish', { bevel: 4, height: -1, shadow: 0 }),
      part(EMBLEMS.gem, 'gold', { xf: 'translate(0 -47) scale(0.36)', bevel: 8, shadow: 0.5 }),
      part('M-60 108Q-60 92 -44 92H44Q60 92 60 108Z', 'gold', { bevel: 3, height: 0.5, shadow: 0.3 }),
      part(EMBLEMS.lotus, 'gold', { xf: 'translate(0 56) scale(0.7)', bevel: 5, height: 0.5, shadow: 0.4 }),
    ],
  }),
  jewel: () => ({
    rot: 0,
    sc: 1.1,
    parts: (() => {
      // currency gem
      const o = [
          [-70, -66],
          [70, -66],
          [118, -8],
          [0, 118],
          [-118, -8],
        ],
        a = [
          [-70, -66],
          [-36, -8],
          [36, -8],
          [70, -66],
        ];
      const q = (pts, n, b) => {
        const l = Math.hypot(n[0], n[1], 1);
        return part(poly(pts), ['jewelFacet', b], {
          bevel: 1.4,
          profile: 'flat',
          height: 0.5,
          shadow: 0,
          fixedN: [n[0] / l, n[1] / l, 1 / l],
          edge: 1.3,
          rimDark: 1,
        });
      };
      return [
        part(poly(o), ['jewelFacet', 0.5], { bevel: 8, shadow: 0 }),
        q(
          [
            [-70, -66],
            [-118, -8],
            [-36, -8],
          ],
          [-0.9, -0.4],
          1.25,
        ),
        q(
          [
            [-70, -66],
            [-36, -8],
            [0, -66],
          ],
          [-0.3, -0.5],
          1.6,
        ),
        q(
          [
            [0, -66],
            [-36, -8],
            [36, -8],
          ],
          [0, -0.4],
          1.15,
        ),
        q(
          [
            [70, -66],
            [0, -66],
            [36, -8],
          ],
          [0.3, -0.5],
          1.4,
        ),
        q(
          [
            [70, -66],
            [36, -8],
            [118, -8],
          ],
          [0.9, -0.4],
          0.85,
        ),
        q(
          [
            [-118, -8],
            [-36, -8],
            [0, 118],
          ],
          [-0.7, 0.5],
          0.75,
        ),
        q(
          [
            [-36, -8],
            [36, -8],
            [0, 118],
          ],
          [0, 0.5],
          1.05,
        ),
        q(
          [
            [36, -8],
            [118, -8],
            [0, 118],
          ],
          [0.8, 0.6],
          0.5,
        ),
      ];
    })(),
  }),
};
