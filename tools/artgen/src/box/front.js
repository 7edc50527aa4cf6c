// Boxes seen from the front: capsule, chest, gift, vault. Trim is a fitting's name, the emblem glows in the accent
// colour.
import { circ, part, rect, times } from '../model/path.js';
import { EMBLEMS } from './emblems.js';

export const capsule = ({ emblem, trim }) => ({
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
    part('M-78 -92C-62 -118 -30 -126 -16 -124C-40 -112 -58 -98 -66 -76Z', 'sheen', {
      bevel: 8,
      shadow: 0,
      edge: 0,
      rimDark: 1,
    }),
  ],
});

export const chest = ({ emblem, trim }) => ({
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
});

export const gift = ({ emblem, trim }) => ({
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
});

export const vault = ({ emblem, trim }) => ({
  rot: 0,
  sc: 1.06,
  parts: [
    ...[-1, 1].map((x) => part(rect(-100, 118, 52, 26, 7), 'gun', { bevel: 7, xf: `scale(${x} 1)` })),
    part(rect(-138, -138, 276, 264, 34), trim, { bevel: 13, height: 0.7 }),
    part(rect(-124, -124, 248, 236, 26), 'finish', { bevel: 16, height: 0.5 }),
    ...[-1, 1].flatMap((x) =>
      [-1, 1].map((y) => part(circ(x * 104, -6 + y * 98, 8), 'steel', { bevel: 8, profile: 'round', height: 0.8 })),
    ),
    ...[-62, 50].map((y) => part(rect(-150, y - 20, 30, 42, 8), trim, { bevel: 9, profile: 'round' })),
    part(circ(0, -6, 96), 'black', { bevel: 6, height: -1, shadow: 0.6 }),
    part(circ(0, -6, 92), 'glow', { bevel: 3, shadow: 0 }),
    part(circ(0, -6, 87), trim, { bevel: 12, height: 0.8 }),
    part(circ(0, -6, 72), 'finish', { bevel: 26, profile: 'round', height: 0.35, shadow: 0.5 }),
    ...times(8, (i) =>
      part(circ(0, -80, 4.6), 'steel', {
        bevel: 4.6,
        profile: 'round',
        xf: `translate(0 -6) rotate(${i * 45 + 22.5})`,
      }),
    ),
    ...times(5, (i) =>
      part(rect(-5, -66, 10, 40, 5), trim, { bevel: 5, profile: 'round', xf: `translate(0 -6) rotate(${i * 72})` }),
    ),
    ...times(5, (i) =>
      part(circ(0, -64, 9), trim, { bevel: 9, profile: 'round', xf: `translate(0 -6) rotate(${i * 72})` }),
    ),
    part(circ(0, -6, 41), trim, { bevel: 9, height: 0.8 }),
    part(circ(0, -6, 32), 'black', { bevel: 5, height: -1, shadow: 0 }),
    part(EMBLEMS[emblem], 'glow', { xf: 'translate(0 -6) scale(0.5)', bevel: 9, rule: 'evenodd', shadow: 0.3 }),
  ],
});
