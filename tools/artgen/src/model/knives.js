// Knives: bayonet, kris, karambit, folding knife, bowie.
import { circ, part, rect, screws, smooth, times } from './path.js';

export const vanguard = () => ({
  rot: -33,
  sc: 1.12,
  ky: 1.5,
  parts: [
    part(rect(-170, -15, 118, 30, 9), 'rubber', { bevel: 13, profile: 'round', height: 0.9 }),
    part('M-184 -17h20v34h-20q-9 -17 0 -34Z', 'steel', { bevel: 7, profile: 'round' }),
    part('M-46 -11L142 -13Q176 -11 196 1Q170 15 138 15L-46 13Z', 'finish', { bevel: 12, height: 0.55, rimDark: 0.9 }),
    part('M-46 7L138 9Q172 8 196 1Q170 15 138 15.5L-46 13.5Z', 'edge', {
      bevel: 4,
      height: 0.9,
      shadow: 0.25,
      shadowR: 1,
    }),
    part('M-34 -5.5H112q6 2 0 4H-34Z', 'black', { bevel: 2, height: -1.1, shadow: 0, edge: 0.25 }),
    ...times(5, (i) => part(`M${-30 + i * 11} -12.6l4 -5 5 5Z`, 'steel', { bevel: 2, shadow: 0.3 })),
    part('M-60 -34q9 -3 13 4l4 22v20l-4 22q-4 6 -13 3Z', 'gun', { bevel: 5, height: 1.0 }),
    part(circ(-53.5, -25, 4), 'black', { bevel: 2, height: -1, shadow: 0 }),
    ...screws(
      [
        [-150, 0],
        [-108, 0],
        [-70, 0],
      ],
      3.2,
    ),
  ],
});

export const kris = () => {
  const up = [],
    dn = [];
  for (let i = 0; i <= 22; i++) {
    const x = -30 + i * 10.2,
      t = i / 22,
      w = 15 * (1 - t ** 1.7) + 1,
      wy = Math.sin(t * Math.PI * 4.2) * 8 * (1 - t * 0.55);
    up.push([x, wy - w]);
    dn.push([x, wy + w]);
  }
  return {
    rot: -33,
    sc: 1.13,
    ky: 1.5,
    parts: [
      part(smooth([...up, [200, -2], ...dn.reverse()], 1), 'finish', { bevel: 15, height: 0.72, soft: 0.45 }),
      part(rect(-150, -11, 100, 22, 8), ['wrap', '#3b1020'], { bevel: 10, profile: 'round' }),
      part(
        smooth(
          [
            [-62, -20],
            [-48, -40],
            [-38, -36],
            [-30, -16],
            [-26, 0],
            [-30, 16],
            [-38, 36],
            [-48, 40],
            [-62, 20],
            [-56, 0],
          ],
          1,
        ),
        'gold',
        { bevel: 7, profile: 'round', height: 0.8 },
      ),
      part(circ(-44, 0, 8), 'glow', { bevel: 8, profile: 'round', height: 0.8 }),
      part(
        smooth(
          [
            [-146, -12],
            [-160, -20],
            [-178, -12],
            [-184, 0],
            [-178, 12],
            [-160, 20],
            [-146, 12],
          ],
          1,
        ),
        'gold',
        { bevel: 9, profile: 'round' },
      ),
      part(circ(-166, 0, 6), 'glow', { bevel: 6, profile: 'round' }),
    ],
  };
};

export const talon = () => ({
  rot: -14,
  sc: 1.2,
  parts: [
    part(
      'M-6 -22C48 -52 112 -62 176 -24C188 -16 192 2 186 20C170 -6 140 -20 104 -18C66 -16 38 2 16 26L-16 14Z',
      'finish',
      { bevel: 17, height: 0.55 },
    ),
    part('M16 26C38 2 66 -16 104 -18C140 -20 170 -6 186 20C164 4 136 -6 106 -4C72 -2 46 14 24 34Z', 'edge', {
      bevel: 8,
      height: 0.7,
      shadow: 0.3,
      shadowR: 1.2,
    }),
    part('M30 -24C66 -42 104 -46 140 -34C104 -38 68 -32 38 -16Z', 'black', {
      bevel: 2.4,
      height: -1.2,
      shadow: 0,
      edge: 0.25,
    }),
    part('M-134 52C-104 26 -64 2 -16 -24L18 26C-16 42 -50 66 -76 92C-96 96 -128 78 -134 52Z', 'rubber', {
      bevel: 17,
      profile: 'round',
      height: 0.8,
    }),
    part('M-104 50C-74 26 -44 8 -14 -6L2 16C-26 32 -54 52 -78 74Z', ['leather', '#191b22'], {
      bevel: 8,
      profile: 'round',
      height: 0.5,
      shadow: 0.4,
    }),
    part('M-196 84a42 42 0 1 0 84 0a42 42 0 1 0 -84 0ZM-178 84a24 24 0 1 1 48 0a24 24 0 1 1 -48 0Z', 'finish', {
      bevel: 9,
      profile: 'round',
      height: 1,
      rule: 'evenodd',
    }),
    part('M-24 -30L2 -34L32 20L20 38Z', 'gun', { bevel: 5 }),
    ...screws(
      [
        [-88, 60],
        [-52, 32],
        [-14, 6],
      ],
      4,
    ),
  ],
});

export const flutter = () => ({
  rot: -30,
  sc: 1.14,
  ky: 1.35,
  parts: [
    part('M4 -13H128Q168 -12 194 0Q166 16 120 16H4Z', 'finish', { bevel: 13, height: 0.5 }),
    part('M18 9H122Q164 9 194 0Q166 16 120 16.5H18Z', 'edge', { bevel: 4.2, height: 0.9, shadow: 0.25, shadowR: 1 }),
    part('M30 -6H110q6 3 0 5H30Z', 'black', { bevel: 2, height: -1.1, shadow: 0, edge: 0.25 }),
    part('M8 -20C-10 -26 -120 -30 -170 -44Q-184 -40 -182 -26C-130 -10 -30 -4 8 2Z', 'finish', {
      bevel: 8,
      height: 0.8,
    }),
    ...times(4, (i) =>
      part(rect(-11, -4, 22, 8, 4), 'black', {
        bevel: 2.4,
        height: -1.2,
        shadow: 0,
        edge: 0.3,
        xf: `translate(${-140 + i * 33} ${-30 + i * 4.9}) rotate(8)`,
      }),
    ),
    part('M8 2C-20 6 -120 26 -166 48Q-178 44 -174 30C-120 2 -30 -12 6 -14Z', 'finish', { bevel: 8, height: 0.8 }),
    ...times(4, (i) =>
      part(rect(-11, -4, 22, 8, 4), 'black', {
        bevel: 2.4,
        height: -1.2,
        shadow: 0,
        edge: 0.3,
        xf: `translate(${-136 + i * 32} ${27.5 - i * 7.4}) rotate(-13)`,
      }),
    ),
    ...screws(
      [
        [6, -9],
        [14, 6],
      ],
      5,
    ),
    part(rect(-184, -46, 12, 22, 4), 'steel', { bevel: 4, profile: 'round' }),
  ],
});

export const bowie = () => ({
  rot: -32,
  sc: 1.12,
  ky: 1.35,
  parts: [
    part('M-40 -24H92C120 -22 150 -14 198 14C150 30 60 32 -40 30Z', 'finish', { bevel: 20, height: 0.42 }),
    part('M-40 18C40 20 140 22 198 14C150 30 60 33 -40 31Z', 'edge', {
      bevel: 6,
      height: 0.8,
      shadow: 0.3,
      shadowR: 1,
    }),
    part('M96 -23C124 -20 156 -10 198 14C156 2 124 -6 90 -10Z', 'edge', {
      bevel: 5,
      height: 0.7,
      shadow: 0.25,
      shadowR: 1,
    }),
    ...times(6, (i) => part(`M${-24 + i * 14} -25l7 10 7 -10Z`, 'black', { bevel: 3, height: -1, shadow: 0 })),
    part('M-168 -18Q-100 -26 -54 -18V26Q-100 18 -160 32Q-180 24 -168 -18Z', ['leather', '#5a2f16'], {
      bevel: 17,
      profile: 'round',
      height: 0.75,
    }),
    part(rect(-60, -38, 18, 80, 7), 'brass', { bevel: 6, profile: 'round' }),
    part('M-186 -22Q-172 -28 -160 -20Q-156 6 -152 32Q-168 40 -182 32Q-192 6 -186 -22Z', 'brass', {
      bevel: 8,
      profile: 'round',
    }),
    ...screws(
      [
        [-132, 3],
        [-82, 0],
      ],
      4.5,
    ),
  ],
});
