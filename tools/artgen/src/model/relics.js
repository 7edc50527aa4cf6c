// Relics: crown, shield, orb, ring.
import { circ, part, poly, rect, screws } from './path.js';

export const crown = () => ({
  rot: -6,
  sc: 1.08,
  parts: [
    part('M-118 40C-60 16 60 16 118 40L108 78C56 58 -56 58 -108 78Z', 'gold', { bevel: 9, height: 0.5 }),
    part(
      'M-122 46L-140 -52L-80 -6L-58 -92L-22 -18L0 -120L22 -18L58 -92L80 -6L140 -52L122 46C66 70 -66 70 -122 46Z',
      'finish',
      { bevel: 16, height: 0.5 },
    ),
    part('M-126 38C-66 66 66 66 126 38L120 88C66 116 -66 116 -120 88Z', 'gold', {
      bevel: 10,
      profile: 'round',
      height: 0.6,
    }),
    part('M-120 50C-64 74 64 74 120 50L117 76C64 102 -64 102 -117 76Z', 'finish', {
      bevel: 7,
      profile: 'round',
      height: 0.5,
      shadow: 0.6,
    }),
    ...[
      [-140, -56, 10],
      [-58, -98, 11],
      [0, -128, 14],
      [58, -98, 11],
      [140, -56, 10],
    ].map(([x, y, r]) => part(circ(x, y, r), 'gold', { bevel: r, profile: 'round' })),
    ...[
      [-84, 70, 9],
      [-44, 80, 10],
      [44, 80, 10],
      [84, 70, 9],
    ].map(([x, y, r]) => part(circ(x, y, r), 'glow', { bevel: r, profile: 'round' })),
    part('M0 62L17 82L0 104L-17 82Z', 'glow', { bevel: 12 }),
    part('M0 -70L12 -30L0 2L-12 -30Z', 'glow', { bevel: 9 }),
  ],
});
export const aegis = () => ({
  rot: -7,
  sc: 1.02,
  parts: [
    part(
      'M0 -150C36 -126 84 -116 122 -118C130 -34 112 72 0 150C-112 72 -130 -34 -122 -118C-84 -116 -36 -126 0 -150Z',
      'gold',
      { bevel: 13, height: 0.8 },
    ),
    part(
      'M0 -128C32 -108 70 -98 104 -98C108 -28 92 60 0 126C-92 60 -108 -28 -104 -98C-70 -98 -32 -108 0 -128Z',
      'finish',
      { bevel: 34, height: 0.32, shadow: 0.6 },
    ),
    part('M0 -128L7 -122V122L0 126L-7 122V-122Z', 'gold', { bevel: 5, shadow: 0.5 }),
    part('M-104 -36Q0 -14 104 -36L102 -20Q0 4 -102 -20Z', 'gold', { bevel: 6, shadow: 0.5 }),
    part(
      poly(
        Array.from({ length: 16 }, (_, i) => {
          const a = (i / 16) * Math.PI * 2 - Math.PI / 2,
            r = i % 2 ? 24 : 46;
          return [Math.cos(a) * r, -16 + Math.sin(a) * r];
        }),
      ),
      'gold',
      { bevel: 12 },
    ),
    part(circ(0, -16, 19), 'glow', { bevel: 19, profile: 'round', height: 0.7 }),
    ...screws(
      [
        [-104, -104],
        [104, -104],
        [0, 132],
        [0, -136],
      ],
      6,
    ),
  ],
});
export const orb = () => ({
  rot: 0,
  sc: 1.04,
  parts: [
    part('M-96 62C-60 88 60 88 96 62L74 138Q0 156 -74 138Z', 'gold', { bevel: 14, height: 0.6 }),
    part(rect(-62, 132, 124, 18, 8), 'gold', { bevel: 8, profile: 'round' }),
    part(circ(0, -20, 116), 'finish', { bevel: 116, profile: 'round', height: 0.95, edge: 0.2 }),
    part(
      'M-116 -20C-116 8 -60 30 0 30C60 30 116 8 116 -20C118 -2 116 12 110 22C84 44 44 52 0 52C-44 52 -84 44 -110 22C-116 12 -118 -2 -116 -20Z',
      'gold',
      { bevel: 9, profile: 'round', height: 0.7 },
    ),
    ...[-84, -46, 0, 46, 84].map((x) =>
      part(circ(x, 40 - Math.abs(x) * 0.13, 6.5), 'glow', { bevel: 6, profile: 'round' }),
    ),
    part('M-104 64C-112 30 -112 -2 -100 -36L-84 -32C-92 0 -92 34 -80 70Z', 'gold', { bevel: 7 }),
    part('M104 64C112 30 112 -2 100 -36L84 -32C92 0 92 34 80 70Z', 'gold', { bevel: 7 }),
    part('M-12 54L0 34L12 54L8 96H-8Z', 'gold', { bevel: 6 }),
    part('M-70 -84C-50 -112 -14 -120 8 -116C-20 -106 -46 -88 -60 -58Z', 'sheen', {
      bevel: 12,
      profile: 'round',
      height: 0.1,
      shadow: 0,
      edge: 0,
      rimDark: 1,
    }),
  ],
});
export const ring = () => ({
  rot: -18,
  sc: 1.0,
  parts: [
    part('M0 -66a106 96 0 1 0 0.1 0ZM0 -40a80 70 0 1 1 -0.1 0Z', 'finish', {
      bevel: 13,
      profile: 'round',
      height: 0.95,
      rule: 'evenodd',
    }),
    part('M-66 -66L-40 -92H40L66 -66L30 -34H-30Z', 'gold', { bevel: 10 }),
    part('M-46 -86L-26 -118H26L46 -86L0 -44Z', 'glass', { bevel: 22, height: 0.7 }),
    part('M-46 -86H46L0 -44Z', 'glow', { bevel: 12, shadow: 0, height: 0.6 }),
    part('M-14 -86L0 -118L14 -86L0 -44Z', 'glass', { bevel: 8, shadow: 0 }),
    ...[
      [-58, -74],
      [58, -74],
      [-30, -116],
      [30, -116],
    ].map(([x, y]) => part(circ(x, y, 8), 'gold', { bevel: 8, profile: 'round' })),
    ...[-36, -18, 0, 18, 36].map((a) => {
      const t = ((a + 90) * Math.PI) / 180;
      return part(circ(Math.cos(t) * 93, 30 + Math.sin(t) * 83, 5), 'glow', { bevel: 5, profile: 'round' });
    }),
  ],
});
