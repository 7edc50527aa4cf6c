// The red packet and the currency gem.
import { circ, part, poly, rect } from '../model/path.js';
import { EMBLEMS } from './emblems.js';

export const redPacket = () => ({
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
});

function jewelFacet(points, lean, level) {
  const l = Math.hypot(lean[0], lean[1], 1);
  const normal = [lean[0] / l, lean[1] / l, 1 / l];
  const relief = { bevel: 1.4, profile: 'flat', height: 0.5, shadow: 0, normal, edge: 1.3, rimDark: 1 };
  return part(poly(points), ['jewel', level], relief);
}

/** Corners of the currency gem; the page's gem.svg draws the same ones. */
export const JEWEL = {
  outline: [
    [-70, -66],
    [70, -66],
    [118, -8],
    [0, 118],
    [-118, -8],
  ],
  facets: [
    {
      points: [
        [-70, -66],
        [-118, -8],
        [-36, -8],
      ],
      lean: [-0.9, -0.4],
      level: 1.25,
    },
    {
      points: [
        [-70, -66],
        [-36, -8],
        [0, -66],
      ],
      lean: [-0.3, -0.5],
      level: 1.6,
    },
    {
      points: [
        [0, -66],
        [-36, -8],
        [36, -8],
      ],
      lean: [0, -0.4],
      level: 1.15,
    },
    {
      points: [
        [70, -66],
        [0, -66],
        [36, -8],
      ],
      lean: [0.3, -0.5],
      level: 1.4,
    },
    {
      points: [
        [70, -66],
        [36, -8],
        [118, -8],
      ],
      lean: [0.9, -0.4],
      level: 0.85,
    },
    {
      points: [
        [-118, -8],
        [-36, -8],
        [0, 118],
      ],
      lean: [-0.7, 0.5],
      level: 0.75,
    },
    {
      points: [
        [-36, -8],
        [36, -8],
        [0, 118],
      ],
      lean: [0, 0.5],
      level: 1.05,
    },
    {
      points: [
        [36, -8],
        [118, -8],
        [0, 118],
      ],
      lean: [0.8, 0.6],
      level: 0.5,
    },
  ],
};

export const jewel = () => ({
  rot: 0,
  sc: 1.1,
  parts: [
    part(poly(JEWEL.outline), ['jewel', 0.5], { bevel: 8, shadow: 0 }),
    ...JEWEL.facets.map(({ points, lean, level }) => jewelFacet(points, lean, level)),
  ],
});
