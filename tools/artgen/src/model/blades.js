// Long blades: katana, greatsword, axe.
import { circ, part, poly, rect, screws, smooth, times } from './path.js';

export const ronin = () => ({
  rot: -30,
  sc: 1.17,
  ky: 1.4,
  parts: [
    part('M-70 -10C20 -16 130 -22 208 -44Q204 -30 190 -24C120 2 20 12 -70 10Z', 'finish', { bevel: 9, height: 0.6 }),
    part('M-70 3C20 4 118 -6 192 -33L208 -44Q204 -30 190 -24C120 2 20 12 -70 10Z', 'edge', {
      bevel: 4.5,
      height: 0.7,
      shadow: 0.2,
      shadowR: 1,
    }),
    part('M-206 -2C-170 -9 -120 -12 -78 -11V11C-120 12 -170 16 -202 24Q-214 12 -206 -2Z', ['wrap', '#14182a'], {
      bevel: 11,
      profile: 'round',
      height: 0.85,
    }),
    ...times(5, (i) =>
      part(
        poly([
          [-186 + i * 22, 4 - i * 1.2],
          [-179 + i * 22, -3 - i * 1.2],
          [-172 + i * 22, 4 - i * 1.2],
          [-179 + i * 22, 11 - i * 1.2],
        ]),
        'gold',
        { bevel: 3, height: 0.8, shadow: 0.4 },
      ),
    ),
    part(
      smooth(
        [
          [-86, -30],
          [-74, -34],
          [-66, -22],
          [-64, 0],
          [-66, 22],
          [-74, 34],
          [-86, 30],
          [-89, 0],
        ],
        1,
      ),
      'gold',
      { bevel: 6, profile: 'round', height: 0.8 },
    ),
    part(rect(-66, -12, 16, 24, 3), 'brass', { bevel: 5, profile: 'round' }),
  ],
});

export const sunder = () => ({
  rot: -32,
  sc: 1.15,
  ky: 1.3,
  parts: [
    part('M-64 -24L-20 -30L120 -25L166 -20L210 0L166 20L120 25L-20 30L-64 24Z', 'finish', {
      bevel: 30,
      height: 0.36,
      soft: 0.4,
    }),
    part('M-64 -24L-20 -30L120 -25L166 -20L210 0L160 -8L118 -14L-20 -19L-64 -14Z', 'edge', {
      bevel: 5,
      height: 0.7,
      shadow: 0.2,
      shadowR: 1,
    }),
    part('M-64 24L-20 30L120 25L166 20L210 0L160 8L118 14L-20 19L-64 14Z', 'edge', {
      bevel: 5,
      height: 0.7,
      shadow: 0.2,
      shadowR: 1,
    }),
    part('M-50 -5H96L112 0L96 5H-50Z', 'black', { bevel: 4, height: -1, shadow: 0 }),
    ...times(6, (i) => part(`M${-38 + i * 22} 0l6 -3.4 6 3.4 -6 3.4Z`, 'glow', { bevel: 3, shadow: 0 })),
    part(rect(-168, -9, 96, 18, 6), ['wrap', '#24160f'], { bevel: 9, profile: 'round' }),
    part('M-80 -10L-92 -58L-70 -66L-52 -28L-46 -12V12L-52 28L-70 66L-92 58L-80 10Z', 'gold', { bevel: 9, height: 0.8 }),
    part(circ(-64, 0, 11), 'glow', { bevel: 11, profile: 'round', height: 0.7 }),
    part(
      poly([
        [-200, 0],
        [-184, -17],
        [-164, -12],
        [-158, 0],
        [-164, 12],
        [-184, 17],
      ]),
      'gold',
      { bevel: 9 },
    ),
  ],
});

export const reaver = () => ({
  rot: -40,
  sc: 1.06,
  ky: 1.08,
  parts: [
    part(rect(-200, -9, 340, 18, 8), ['leather', '#2c1a12'], { bevel: 9, profile: 'round' }),
    part(rect(-190, -11, 96, 22, 8), ['wrap', '#1d2230'], { bevel: 10, profile: 'round' }),
    part('M60 -12C66 -60 58 -84 30 -112C86 -120 150 -96 178 -40C164 -34 140 -22 128 -10V10L60 12Z', 'finish', {
      bevel: 22,
      height: 0.5,
    }),
    part('M30 -112C86 -120 150 -96 178 -40C170 -36 164 -34 160 -32C134 -76 92 -98 44 -98Z', 'edge', {
      bevel: 8,
      height: 0.6,
      shadow: 0.3,
      shadowR: 1.2,
    }),
    part('M64 12H124C118 34 118 58 138 86C96 84 66 58 64 12Z', 'finish', { bevel: 14, height: 0.6 }),
    part(rect(56, -20, 76, 40, 8), 'gun', { bevel: 7 }),
    part(circ(94, 0, 11), 'glow', { bevel: 10, profile: 'round', height: 0.7 }),
    part('M132 -9L166 0L132 9Z', 'steel', { bevel: 8 }),
    part('M-212 -13h22v26h-22q-8 -13 0 -26Z', 'gold', { bevel: 8, profile: 'round' }),
    ...screws(
      [
        [68, -10],
        [68, 10],
        [120, -10],
        [120, 10],
      ],
      3,
    ),
  ],
});
