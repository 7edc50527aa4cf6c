// Science-fiction firearms of original silhouette: pistol, submachine gun, rifle, railgun, shotgun.
import { circ, part, poly, rect, screws, slots, times } from './path.js';

export const pulse = () => ({
  rot: -8,
  sc: 1.22,
  parts: [
    part(
      'M-72 2L-14 -2C-18 30 -30 76 -46 108Q-52 116 -66 114L-118 106Q-126 102 -124 94C-110 66 -88 34 -86 6Z',
      'rubber',
      { bevel: 18, profile: 'round', height: 0.6 },
    ),
    part('M-66 22L-30 18C-36 44 -44 72 -56 96L-100 90C-88 66 -72 44 -66 22Z', 'finish', {
      bevel: 7,
      height: 0.6,
      shadow: 0.5,
    }),
    part('M-22 8H52V18C48 44 26 54 -6 52L-18 44C6 44 30 42 36 20H-22Z', 'gun', { bevel: 4 }),
    part('M-6 12q10 14 2 30l-8 -3q6 -12 -2 -26Z', 'steel', { bevel: 3, profile: 'round' }),
    part('M-108 -14H150L162 -4V20H60L52 26H-84L-108 10Z', 'gun', { bevel: 6, height: 0.8 }),
    part('M-128 -58Q-128 -64 -120 -64H158L172 -52V-18Q172 -12 164 -12H-112L-128 -26Z', 'finish', {
      bevel: 9,
      height: 0.7,
    }),
    part('M20 -50H120L130 -40L120 -30H20L10 -40Z', 'black', { bevel: 4, height: -0.9, shadow: 0, edge: 0.3 }),
    part('M30 -44H112L116 -40L112 -36H30L26 -40Z', 'glow', { bevel: 3, shadow: 0 }),
    ...slots(-112, -56, 7, 9, 4.5, 30, 5),
    part('M160 -56h18q6 0 6 6v26q0 6 -6 6h-18Z', 'steel', { bevel: 6, profile: 'round' }),
    part(circ(178, -37, 7), 'black', { bevel: 4, height: -1, shadow: 0 }),
    part('M-112 -74h18l4 11h-26Z', 'gun', { bevel: 3 }),
    part('M142 -74h14l4 11h-22Z', 'gun', { bevel: 3 }),
    part('M60 16H150L144 34H72Z', 'gun', { bevel: 5 }),
    part('M84 21h50l-3 8H88Z', 'glow', { bevel: 2, shadow: 0 }),
    ...screws(
      [
        [-92, 0],
        [44, 4],
        [-58, 12],
      ],
      3.4,
    ),
  ],
});

export const wasp = () => ({
  rot: -8,
  sc: 1.06,
  parts: [
    part('M-196 -26H-120V-14H-172L-160 44H-190Q-200 44 -200 34Z', 'gun', { bevel: 5 }),
    part(rect(-204, -32, 14, 84, 5), 'rubber', { bevel: 6, profile: 'round' }),
    part('M-30 26H6L20 122Q20 128 12 128H-18Q-24 128 -26 122Z', 'gun', { bevel: 7 }),
    part('M-20 40H-4L6 116H-14Z', 'black', { bevel: 3, height: -0.8, shadow: 0 }),
    part('M-16 52H-6L1 108H-9Z', 'glow', { bevel: 2.5, shadow: 0 }),
    part(
      'M-96 22H-54C-58 50 -66 78 -78 100Q-84 106 -92 104L-122 96Q-128 92 -124 84C-112 66 -100 46 -96 22Z',
      'rubber',
      { bevel: 12, profile: 'round', height: 0.7 },
    ),
    part('M-58 24H-26V34C-28 52 -44 58 -66 56V48C-48 50 -40 44 -40 32H-58Z', 'gun', { bevel: 3.5 }),
    part('M-132 -46L-112 -54H60L78 -40H146L156 -30V6L144 16H52L36 30H-112L-132 14Z', 'finish', {
      bevel: 11,
      height: 0.65,
    }),
    part('M-112 -64H44L56 -54H-116Z', 'gun', { bevel: 3.5 }),
    ...slots(-104, -63, 15, 10, 4.4, 6),
    part('M64 -30H140L146 -24V-4L140 2H64L56 -6V-22Z', 'black', { bevel: 4, height: -0.9, shadow: 0, edge: 0.3 }),
    ...times(4, (i) =>
      part(
        poly([
          [70 + i * 18, -24],
          [80 + i * 18, -24],
          [76 + i * 18, -4],
          [66 + i * 18, -4],
        ]),
        'steel',
        { bevel: 3, shadow: 0.4 },
      ),
    ),
    part(rect(150, -26, 34, 22, 5), 'gun', { bevel: 8, profile: 'round' }),
    part(rect(178, -30, 24, 30, 6), 'steel', { bevel: 10, profile: 'round' }),
    part(rect(196, -20, 7, 10, 3), 'black', { bevel: 3, height: -1, shadow: 0 }),
    part('M-96 -34H-14L-6 -26L-14 -18H-96L-104 -26Z', 'gun', { bevel: 4, shadow: 0.5 }),
    part('M-88 -29H-30V-23H-88Z', 'glow', { bevel: 2, shadow: 0 }),
    ...screws(
      [
        [-118, 2],
        [24, 16],
        [44, -40],
        [-40, 14],
      ],
      3.6,
    ),
  ],
});

export const arc = () => ({
  rot: -9,
  sc: 1.02,
  parts: [
    part(rect(118, -22, 92, 12, 4), 'steel', { bevel: 6, profile: 'round' }),
    part(rect(188, -28, 30, 24, 6), 'gun', { bevel: 9, profile: 'round' }),
    ...slots(194, -24, 3, 8, 3.6, 16),
    part('M-216 -30L-128 -34V26L-150 30L-186 56H-214Q-222 56 -222 46V-22Q-222 -30 -216 -30Z', 'finish', {
      bevel: 11,
      height: 0.6,
    }),
    part(rect(-228, -26, 12, 80, 5), 'rubber', { bevel: 6, profile: 'round' }),
    part('M-200 -12H-150V6L-176 24H-200Z', 'black', { bevel: 4, height: -0.9, shadow: 0, edge: 0.3 }),
    part('M-22 24H24C32 54 48 84 66 108Q68 116 60 118L28 126Q20 126 16 120C0 90 -14 56 -22 24Z', 'gun', { bevel: 9 }),
    part('M-6 38H16C22 60 34 84 46 104L30 110C16 86 2 62 -6 38Z', 'finish', { bevel: 5, shadow: 0.4 }),
    part(
      'M-110 22H-70C-74 48 -84 78 -96 98Q-100 104 -108 102L-136 94Q-142 90 -140 84C-126 64 -114 46 -110 22Z',
      'rubber',
      { bevel: 12, profile: 'round', height: 0.7 },
    ),
    part('M-72 22H-30V32C-32 50 -48 56 -72 54V46C-54 48 -44 42 -44 32H-72Z', 'gun', { bevel: 3.5 }),
    part('M-136 -46H40L52 -36V22L40 30H-120L-136 18Z', 'gun', { bevel: 8, height: 0.7 }),
    part('M-124 -40H26L34 -32V-2L20 8H-110L-124 -2Z', 'finish', { bevel: 7, height: 0.7, shadow: 0.5 }),
    part('M46 -42H136L152 -30V-6L136 10H46L34 0V-32Z', 'finish', { bevel: 9, height: 0.7 }),
    ...times(4, (i) =>
      part(
        poly([
          [62 + i * 20, -30],
          [74 + i * 20, -30],
          [68 + i * 20, -14],
          [56 + i * 20, -14],
        ]),
        'black',
        { bevel: 3, height: -1, shadow: 0, edge: 0.3 },
      ),
    ),
    part('M52 -6H134V0H52Z', 'glow', { bevel: 2, shadow: 0 }),
    part('M-96 -58H96V-46H-96Z', 'gun', { bevel: 3 }),
    ...slots(-88, -57, 17, 11, 5, 6),
    part('M-64 -88H10Q18 -88 18 -80V-66Q18 -60 10 -60H-64Q-74 -60 -74 -70V-78Q-74 -88 -64 -88Z', 'gun', {
      bevel: 8,
      profile: 'round',
    }),
    part(circ(12, -74, 9), 'glass', { bevel: 7, profile: 'round' }),
    part(rect(-40, -94, 22, 9, 3), 'steel', { bevel: 3 }),
    part('M70 10H112L106 40H84Z', 'gun', { bevel: 5 }),
    part('M-100 -26H-20V-18H-100Z', 'black', { bevel: 3, height: -1, shadow: 0 }),
    part('M-92 -24H-52V-20H-92Z', 'glow', { bevel: 1.6, shadow: 0 }),
    ...screws(
      [
        [-114, 16],
        [26, 18],
        [-60, 18],
      ],
      3.4,
    ),
  ],
});

export const longbow = () => ({
  rot: -10,
  sc: 1.02,
  parts: [
    part(rect(70, -28, 150, 9, 3), 'steel', { bevel: 4, profile: 'round' }),
    part(rect(70, -8, 150, 9, 3), 'steel', { bevel: 4, profile: 'round' }),
    part(rect(76, -18, 140, 8, 2), 'glow', { bevel: 3, shadow: 0 }),
    ...times(5, (i) => part(rect(92 + i * 26, -32, 11, 37, 3), 'gun', { bevel: 4 })),
    part(rect(210, -36, 16, 45, 5), 'gun', { bevel: 6 }),
    part('M-222 -18L-140 -32V22L-176 32L-190 48H-216Q-224 48 -224 38V-8Q-224 -18 -222 -18Z', 'finish', {
      bevel: 11,
      height: 0.6,
    }),
    part(rect(-230, -16, 12, 66, 5), 'rubber', { bevel: 6, profile: 'round' }),
    part('M-206 -34H-154V-26L-206 -18Z', 'rubber', { bevel: 5, profile: 'round' }),
    part('M-40 22H2L10 78Q10 84 2 84H-24Q-30 84 -32 78Z', 'gun', { bevel: 7 }),
    part(
      'M-112 20H-74C-78 46 -86 74 -98 92Q-102 98 -110 96L-136 88Q-142 84 -138 78C-126 60 -116 42 -112 20Z',
      'rubber',
      { bevel: 12, profile: 'round', height: 0.7 },
    ),
    part('M-76 20H-38V30C-40 46 -54 52 -76 50V42C-60 44 -52 40 -52 30H-76Z', 'gun', { bevel: 3.5 }),
    part('M-146 -42H74L90 -32V16L70 26H-130L-146 14Z', 'finish', { bevel: 10, height: 0.65 }),
    part('M-20 -30H62L70 -22V-2L60 8H-20L-30 -2V-20Z', 'black', { bevel: 4, height: -0.9, shadow: 0, edge: 0.3 }),
    ...times(3, (i) => part(rect(-16 + i * 28, -24, 20, 26, 5), 'glass', { bevel: 6, profile: 'round', shadow: 0.3 })),
    part('M-106 -96H6Q14 -96 20 -102H42V-58H20Q14 -64 6 -64H-106Q-110 -60 -124 -60V-100Q-110 -100 -106 -96Z', 'gun', {
      bevel: 13,
      profile: 'round',
      height: 0.8,
    }),
    part('M34 -98H44Q48 -80 44 -62H34Z', 'glass', { bevel: 4, profile: 'round' }),
    part(rect(-60, -104, 26, 12, 4), 'steel', { bevel: 4 }),
    part(rect(-92, -64, 14, 24, 2), 'gun', { bevel: 4 }),
    part(rect(-14, -64, 14, 24, 2), 'gun', { bevel: 4 }),
    part('M96 2L112 2L126 62H114Z', 'gun', { bevel: 4 }),
    part('M86 2L102 2L82 66H70Z', 'gun', { bevel: 4 }),
    ...screws(
      [
        [-128, 4],
        [-52, 12],
        [56, -34],
      ],
      3.4,
    ),
  ],
});

export const ember = () => ({
  rot: -9,
  sc: 1.05,
  parts: [
    part(rect(10, -38, 196, 20, 6), 'steel', { bevel: 10, profile: 'round' }),
    part(rect(10, -16, 176, 18, 6), 'gun', { bevel: 9, profile: 'round' }),
    part(rect(196, -42, 20, 28, 6), 'gun', { bevel: 8, profile: 'round' }),
    part(rect(178, -18, 14, 22, 4), 'gun', { bevel: 5 }),
    part('M-220 0L-128 -30V18C-150 22 -176 40 -188 64H-216Q-226 64 -226 54V10Q-226 2 -220 0Z', 'finish', {
      bevel: 14,
      height: 0.6,
    }),
    part(rect(-232, 0, 12, 68, 5), 'rubber', { bevel: 6, profile: 'round' }),
    part(
      'M-118 12H-82C-86 36 -96 62 -106 78Q-110 84 -118 82L-140 76Q-146 72 -142 66C-130 50 -122 34 -118 12Z',
      'rubber',
      { bevel: 12, profile: 'round', height: 0.7 },
    ),
    part('M-84 14H-42V26C-44 42 -60 50 -84 48V40C-66 42 -56 38 -56 26H-84Z', 'gun', { bevel: 3.5 }),
    part('M-136 -44H22L36 -34V10L22 20H-122L-136 8Z', 'finish', { bevel: 10, height: 0.65 }),
    part('M-92 -32H-20L-12 -24L-20 -14H-92L-100 -24Z', 'black', { bevel: 4, height: -0.9, shadow: 0 }),
    ...times(4, (i) => part(rect(-90 + i * 18, -29, 12, 12, 3), 'glow', { bevel: 5, profile: 'round', shadow: 0 })),
    part('M52 -6H150Q158 -6 158 2V22Q158 32 148 32H62Q48 32 46 20V2Q46 -6 52 -6Z', 'finish', {
      bevel: 11,
      profile: 'round',
      height: 0.8,
    }),
    ...slots(64, 0, 8, 11, 4.6, 24, 3),
    ...screws(
      [
        [-118, -2],
        [10, 6],
        [-30, 8],
      ],
      3.6,
    ),
    part(rect(40, -50, 90, 8, 3), 'gun', { bevel: 3 }),
  ],
});
