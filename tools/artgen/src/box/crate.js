// The crate: three faces of an isometric block, each with its own tilt towards the light and its own mapping, so that
// finishes and emblems lie in the plane of the face.
import { part, poly } from '../model/path.js';
import { EMBLEMS } from './emblems.js';

const TOP = [0, -128];
const LEFT = [-146, -66];
const RIGHT = [146, -66];
const FRONT = [0, -2];
const LEFT_FOOT = [-134, 74];
const FRONT_FOOT = [0, 142];
const RIGHT_FOOT = [134, 74];

const lerp = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** A face's (u, v) → point: u along the edge a→b, v down to d→c. */
const face = (a, b, c, d) => (u, v) => lerp(lerp(a, b, u), lerp(d, c, u), v);
const quad = (at, u0, v0, u1, v1) => poly([at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)]);

/** Affine map that lays a path drawn round (0, 0) into the face at (u, v). */
function into(at, u, v, size) {
  const o = at(u, v);
  const step = 0.01;
  const k = size / (step * 150);
  const [a, b] = [at(u + step, v), at(u, v + step)].map((p) => [(p[0] - o[0]) * k, (p[1] - o[1]) * k]);
  return `matrix(${[...a, ...b, ...o].join(' ')})`;
}

const LEFT_SIDE = {
  at: face(LEFT, FRONT, FRONT_FOOT, LEFT_FOOT),
  relief: { tilt: [-0.42, 0.16] },
  uvMap: (x, y) => [(x + 146) * 1.1, y - (x + 146) * 0.44],
  dark: undefined,
};
const RIGHT_SIDE = {
  at: face(FRONT, RIGHT, RIGHT_FOOT, FRONT_FOOT),
  relief: { tilt: [0.5, 0.16] },
  uvMap: (x, y) => [x * 1.1, y + x * 0.44],
  dark: 0.66,
};
const LID = {
  at: face(LEFT, TOP, RIGHT, FRONT),
  relief: { tilt: [0, -0.62] },
  uvMap: (x, y) => [(x + y * 2.2) * 0.8, (y * 2.2 - x) * 0.8],
  dark: undefined,
};

const SEAM = [0.24, 0.3];

function shell({ at, relief, uvMap, dark }) {
  return part(quad(at, 0, 0, 1, 1), 'finish', { ...relief, bevel: 3, uvMap, dark, shadow: 0 });
}

function panel({ at, relief, uvMap, dark }, [u0, v0, u1, v1], inset) {
  const frame = { ...relief, bevel: 5, height: -1, dark, shadow: 0 };
  return [
    part(quad(at, u0, v0, u1, v1), 'gun', frame),
    part(quad(at, u0 + inset, v0 + inset * 0.8, u1 - inset, v1 - inset * 0.8), 'finish', {
      ...relief,
      bevel: 4,
      uvMap,
      dark,
      shadow: 0,
    }),
  ];
}

function posts({ at, relief, dark }, trim) {
  const bar = (u0, v0, u1, v1, more = {}) => part(quad(at, u0, v0, u1, v1), trim, { ...relief, dark, ...more });
  return [
    bar(0, 0, 0.085, SEAM[0]),
    bar(0, SEAM[1], 0.085, 1),
    bar(0.915, 0, 1, SEAM[0]),
    bar(0.915, SEAM[1], 1, 1),
    bar(0, 0.93, 1, 1, { shadow: 0.4 }),
  ];
}

function seam(mat, v0, v1, ends, bevel) {
  const [l, r] = [LEFT_SIDE.at, RIGHT_SIDE.at];
  const band = [l(ends, v0), l(1, v0), r(1 - ends, v0), r(1 - ends, v1), l(1, v1), l(ends, v1)];
  return part(poly(band), mat, { bevel, shadow: 0 });
}

function emblemOn({ at, relief, dark }, emblem, mat, v, size, turn = '') {
  const xf = into(at, 0.5, v, size) + turn;
  return part(EMBLEMS[emblem], mat, { ...relief, xf, dark, bevel: 10, height: 0.8, rule: 'evenodd' });
}

export const crate = ({ emblem, trim }) => ({
  rot: 0,
  sc: 1.06,
  parts: [
    ...[LEFT_SIDE, RIGHT_SIDE, LID].map(shell),
    ...panel(LEFT_SIDE, [0.13, 0.36, 0.87, 0.86], 0.05),
    ...panel(RIGHT_SIDE, [0.13, 0.36, 0.87, 0.86], 0.05),
    ...panel(LID, [0.14, 0.14, 0.86, 0.86], 0.06),
    seam('black', SEAM[0], SEAM[1], 0, 2),
    seam('glow', 0.258, 0.284, 0.02, 1.5),
    ...posts(LEFT_SIDE, trim),
    ...posts(RIGHT_SIDE, trim),
    part(quad(LID.at, 0, 0, 1, 1) + quad(LID.at, 0.075, 0.075, 0.925, 0.925), trim, {
      ...LID.relief,
      rule: 'evenodd',
      shadow: 0.4,
      bevel: 3,
    }),
    emblemOn(LEFT_SIDE, emblem, 'glow', 0.61, 0.78),
    emblemOn({ ...RIGHT_SIDE, dark: undefined }, emblem, 'glow', 0.61, 0.78),
    emblemOn(LID, emblem, trim, 0.5, 0.6, ' rotate(-45)'),
    part('M-24 8L0 18L24 8V52L0 66L-24 52Z', trim, { bevel: 8 }),
    part('M0 22L13 36L0 52L-13 36Z', 'glow', { bevel: 8 }),
  ],
});
