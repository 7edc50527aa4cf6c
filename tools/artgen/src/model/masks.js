// Masks: oni and kitsune.
import { circ, part, rect, smooth } from './path.js';

export const oni = () => ({
  rot: 0,
  sc: 1.02,
  parts: [
    part('M-58 -70C-92 -96 -112 -134 -96 -168C-84 -142 -58 -120 -28 -104Z', 'gold', { bevel: 14, profile: 'round' }),
    part('M58 -70C92 -96 112 -134 96 -168C84 -142 58 -120 28 -104Z', 'gold', { bevel: 14, profile: 'round' }),
    part(
      'M0 -112C56 -112 98 -84 104 -34C108 10 96 60 70 96C50 124 24 140 0 142C-24 140 -50 124 -70 96C-96 60 -108 10 -104 -34C-98 -84 -56 -112 0 -112Z',
      'finish',
      { bevel: 44, profile: 'round', height: 0.5 },
    ),
    part('M-92 -44C-64 -70 -26 -60 -8 -30L-14 -14C-40 -34 -66 -34 -90 -20Z', 'finish', {
      bevel: 11,
      profile: 'round',
      height: 0.9,
    }),
    part('M92 -44C64 -70 26 -60 8 -30L14 -14C40 -34 66 -34 90 -20Z', 'finish', {
      bevel: 11,
      profile: 'round',
      height: 0.9,
    }),
    part('M-80 -14C-60 -24 -36 -18 -18 0C-34 14 -60 14 -80 -14Z', 'black', { bevel: 4, height: -0.8, shadow: 0 }),
    part('M80 -14C60 -24 36 -18 18 0C34 14 60 14 80 -14Z', 'black', { bevel: 4, height: -0.8, shadow: 0 }),
    part('M-66 -10C-52 -15 -38 -10 -28 -1C-40 6 -56 5 -66 -10Z', 'glow', { bevel: 6, shadow: 0 }),
    part('M66 -10C52 -15 38 -10 28 -1C40 6 56 5 66 -10Z', 'glow', { bevel: 6, shadow: 0 }),
    part('M-11 -22H11L22 34Q12 46 0 46Q-12 46 -22 34Z', 'finish', { bevel: 12, profile: 'round', height: 0.9 }),
    part(circ(-11, 36, 5), 'black', { bevel: 3, height: -1, shadow: 0 }),
    part(circ(11, 36, 5), 'black', { bevel: 3, height: -1, shadow: 0 }),
    part('M-64 62C-40 46 40 46 64 62C56 96 34 116 0 118C-34 116 -56 96 -64 62Z', 'black', {
      bevel: 8,
      height: -0.7,
      shadow: 0,
    }),
    ...[-36, -12, 12, 36].map((x) =>
      part(rect(x - 10, 56 + Math.abs(x) * 0.1, 20, 20, 4), 'ivory', { bevel: 6, profile: 'round', shadow: 0.6 }),
    ),
    ...[-24, 0, 24].map((x) =>
      part(rect(x - 10, 92 - Math.abs(x) * 0.15, 20, 17, 4), 'ivory', { bevel: 6, profile: 'round', shadow: 0.6 }),
    ),
    part('M-60 104C-66 86 -62 66 -52 52C-40 62 -40 88 -48 104Z', 'ivory', { bevel: 8, profile: 'round' }),
    part('M60 104C66 86 62 66 52 52C40 62 40 88 48 104Z', 'ivory', { bevel: 8, profile: 'round' }),
    part('M-10 -106L0 -128L10 -106L16 -74L0 -58L-16 -74Z', 'gold', { bevel: 7 }),
    part(circ(0, -84, 7), 'glow', { bevel: 7, profile: 'round' }),
    part('M-98 20Q-78 22 -70 44Q-84 44 -94 36Z', 'gold', { bevel: 5 }),
    part('M98 20Q78 22 70 44Q84 44 94 36Z', 'gold', { bevel: 5 }),
  ],
});
export const kitsune = () => ({
  rot: -4,
  sc: 1.02,
  parts: [
    part('M-98 -54C-114 -104 -106 -146 -88 -160C-58 -148 -34 -118 -22 -84Z', 'finish', {
      bevel: 18,
      profile: 'round',
      height: 0.6,
    }),
    part('M98 -54C114 -104 106 -146 88 -160C58 -148 34 -118 22 -84Z', 'finish', {
      bevel: 18,
      profile: 'round',
      height: 0.6,
    }),
    part('M-84 -74C-94 -104 -92 -126 -84 -136C-66 -126 -50 -106 -44 -88Z', 'blush', {
      bevel: 10,
      profile: 'round',
      shadow: 0.5,
    }),
    part('M84 -74C94 -104 92 -126 84 -136C66 -126 50 -106 44 -88Z', 'blush', {
      bevel: 10,
      profile: 'round',
      shadow: 0.5,
    }),
    part(
      'M0 -100C58 -100 106 -72 110 -24C112 14 84 40 58 62C40 84 26 132 0 134C-26 132 -40 84 -58 62C-84 40 -112 14 -110 -24C-106 -72 -58 -100 0 -100Z',
      'bisque',
      { bevel: 40, profile: 'round', height: 0.5 },
    ),
    part('M0 -98C30 -98 58 -90 78 -74C50 -70 22 -56 0 -22C-22 -56 -50 -70 -78 -74C-58 -90 -30 -98 0 -98Z', 'finish', {
      bevel: 10,
      profile: 'round',
      height: 0.5,
      shadow: 0.4,
    }),
    part('M-88 -22C-66 -36 -38 -24 -22 4C-46 12 -74 4 -88 -22Z', 'black', { bevel: 4, height: -0.8, shadow: 0 }),
    part('M88 -22C66 -36 38 -24 22 4C46 12 74 4 88 -22Z', 'black', { bevel: 4, height: -0.8, shadow: 0 }),
    part('M-68 -18C-54 -22 -42 -14 -33 -1C-46 2 -60 -4 -68 -18Z', 'glow', { bevel: 6, shadow: 0 }),
    part('M68 -18C54 -22 42 -14 33 -1C46 2 60 -4 68 -18Z', 'glow', { bevel: 6, shadow: 0 }),
    part('M-104 10Q-70 14 -44 26Q-72 30 -96 28Z', 'finish', { bevel: 5, shadow: 0.5 }),
    part('M104 10Q70 14 44 26Q72 30 96 28Z', 'finish', { bevel: 5, shadow: 0.5 }),
    part('M-84 38Q-60 34 -38 40Q-56 48 -72 50Z', 'finish', { bevel: 4, shadow: 0.5 }),
    part('M84 38Q60 34 38 40Q56 48 72 50Z', 'finish', { bevel: 4, shadow: 0.5 }),
    part('M-14 84Q0 76 14 84Q12 100 0 102Q-12 100 -14 84Z', 'black', { bevel: 7, profile: 'round' }),
    part('M-30 112Q0 124 30 112Q18 126 0 128Q-18 126 -30 112Z', 'finish', { bevel: 5, shadow: 0.4 }),
    part(
      smooth(
        [
          [0, -74],
          [9, -56],
          [0, -38],
          [-9, -56],
        ],
        0.6,
      ),
      'gold',
      { bevel: 6 },
    ),
  ],
});
