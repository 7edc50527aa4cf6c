// Twelve faces for avatars, drawn in a 96 × 96 field: each is (palette) => SVG fragment. Palette: fur, shade (darker
// fur), light (muzzle, belly of the ear), glow (eyes, gear), ink.

/** A fragment and its mirror image across the middle. */
const both = (svg) => `${svg}<g transform="matrix(-1 0 0 1 96 0)">${svg}</g>`;
const path = (fill, d) => `<path fill="${fill}" d="${d}"/>`;
const dot = (fill, x, y, rx, ry = rx) => `<ellipse fill="${fill}" cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`;
const line = (stroke, width, d) =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
const eye = ({ ink, glow }, x, y, r = 4.4) =>
  dot(ink, x, y, r, r * 1.12) + dot(glow, x, y + 0.6, r * 0.56) + dot('#fff', x - r * 0.3, y - r * 0.42, r * 0.3);
const shoulders = (fill) => path(fill, 'M14 100C16 82 32 76 48 76S80 82 82 100Z');

export const FACES = {
  fox: (p) =>
    shoulders(p.shade) +
    both(
      path(p.fur, 'M18 46C12 26 14 14 20 10C32 16 40 26 44 36Z') +
        path(p.ink, 'M22 34C19 26 20 20 22 17C29 22 33 27 35 33Z'),
    ) +
    path(p.fur, 'M48 28C68 28 82 40 82 54C74 66 62 72 56 82C53 86 43 86 40 82C34 72 22 66 14 54C14 40 28 28 48 28Z') +
    both(
      path(p.light, 'M14 54C24 52 34 56 40 66C44 72 46 76 48 78V85C44 86 42 85 40 82C34 72 22 66 14 54Z') +
        eye(p, 33, 52),
    ) +
    path(p.ink, 'M42 76Q48 72 54 76Q53 82 48 83Q43 82 42 76Z') +
    path(p.shade, 'M48 28C52 34 52 42 48 48C44 42 44 34 48 28Z'),
  cat: (p) =>
    shoulders(p.shade) +
    both(path(p.fur, 'M17 50V18C17 14 21 13 24 16L42 32Z') + path(p.light, 'M22 36V23L33 33Z')) +
    path(p.fur, 'M48 28C68 28 80 40 80 57C80 74 66 82 48 82S16 74 16 57C16 40 28 28 48 28Z') +
    both(
      path(p.shade, 'M16 52L28 55L16 60Z') +
        dot(p.ink, 34, 55, 6.4) +
        dot(p.glow, 34, 55, 5.4) +
        dot(p.ink, 34, 55, 1.8, 4.8) +
        dot('#fff', 32, 52.4, 1.3),
    ) +
    path(p.shade, 'M40 28H43L44 40H42ZM47 28H49V44H47ZM53 28H56L54 40H52Z') +
    dot(p.light, 42, 68, 7.4, 6) +
    dot(p.light, 54, 68, 7.4, 6) +
    path(p.ink, 'M44.5 62H51.5L48 66Z') +
    line(p.ink, 1.5, 'M48 66V69M48 69Q45 72.5 41 71M48 69Q51 72.5 55 71'),
  panda: (p) =>
    shoulders(p.ink) +
    both(dot(p.ink, 22, 28, 12) + dot(p.shade, 22.5, 29, 6.5)) +
    path('#f4f6fb', 'M48 22C70 22 83 38 83 55C83 73 68 83 48 83S13 73 13 55C13 38 26 22 48 22Z') +
    both(
      `<g transform="rotate(24 33 52)">${dot(p.ink, 33, 52, 8.5, 11)}</g>` +
        dot(p.glow, 34.5, 52, 3.4) +
        dot('#fff', 33.4, 50.5, 1.2),
    ) +
    path(p.ink, 'M43 63Q48 60.5 53 63Q52 68 48 69Q44 68 43 63Z') +
    line(p.ink, 1.6, 'M41 73Q48 78 55 73') +
    both(dot(p.fur, 24, 67, 4.6, 3)),
  owl: (p) =>
    shoulders(p.shade) +
    path(
      p.shade,
      'M14 14C24 16 32 22 36 26H60C64 22 72 16 82 14C80 22 84 36 84 52C84 74 68 86 48 86S12 74 12 52C12 36 16 22 14 14Z',
    ) +
    path(p.fur, 'M48 30C60 22 80 30 80 50C80 70 66 82 48 82S16 70 16 50C16 30 36 22 48 30Z') +
    both(dot(p.light, 33, 49, 15) + dot(p.glow, 33, 49, 9.5) + dot(p.ink, 34, 49, 5.6) + dot('#fff', 31.6, 46.4, 2)) +
    path('#ffb02e', 'M48 54L54.5 61L48 72L41.5 61Z') +
    path('#d98512', 'M41.5 61H54.500L48 72Z') +
    line(p.shade, 2, 'M34 74l4 4 4-4M54 74l4 4 4-4'),
  rabbit: (p) =>
    shoulders(p.shade) +
    both(
      path(p.fur, 'M26 42C18 24 18 6 26 2C36 2 42 18 43 36Z') +
        path(p.light, 'M29 34C24 22 24 12 28 9C34 12 37 22 38 33Z'),
    ) +
    path(p.fur, 'M48 32C68 32 79 44 79 59C79 75 65 83 48 83S17 75 17 59C17 44 28 32 48 32Z') +
    both(eye(p, 33, 56, 5) + dot(p.light, 25, 67, 5, 3.4)) +
    path(p.light, 'M44 64H52L48 68.500Z') +
    line(p.ink, 1.5, 'M48 68V71Q44 75 41 72.500M48 71Q52 75 55 72.5') +
    `<rect x="45.2" y="73.6" width="5.6" height="5" rx="1.4" fill="#fff"/>`,
  bear: (p) =>
    shoulders(p.shade) +
    both(dot(p.fur, 24, 30, 12) + dot(p.light, 24.5, 31, 6.5)) +
    path(p.fur, 'M48 22C69 22 82 37 82 54C82 73 67 83 48 83S14 73 14 54C14 37 27 22 48 22Z') +
    dot(p.light, 48, 66, 17, 13.5) +
    both(eye(p, 33, 49, 4.2)) +
    path(p.ink, 'M40 60Q48 55 56 60Q55 67 48 68Q41 67 40 60Z') +
    line(p.ink, 1.7, 'M48 67V71Q44 76 40 73.500M48 71Q52 76 56 73.5'),
  frog: (p) =>
    shoulders(p.shade) +
    both(dot(p.fur, 29, 32, 14) + dot('#fff', 29, 31, 9.5) + dot(p.ink, 31, 32, 5.4) + dot(p.glow, 31, 33.5, 2.6)) +
    path(p.fur, 'M48 36C70 36 84 46 84 60C84 76 68 84 48 84S12 76 12 60C12 46 26 36 48 36Z') +
    path(p.light, 'M22 70C34 78 62 78 74 70C68 80 58 83 48 83S28 80 22 70Z') +
    line(p.ink, 2.2, 'M23 63Q48 78 73 63') +
    both(dot(p.ink, 44, 54, 1.4) + dot(p.shade, 21, 58, 4, 2.6)),
  robot: (p) =>
    shoulders(p.shade) +
    line(p.shade, 3, 'M48 26V14') +
    dot(p.glow, 48, 12, 4.5) +
    both(`<rect x="9" y="44" width="9" height="20" rx="3.5" fill="${p.shade}"/>`) +
    `<rect x="16" y="25" width="64" height="56" rx="15" fill="${p.fur}"/><path d="M16 40c0-9 6-15 15-15h34c9 0 15 6 15 15v4H16Z" fill="#fff" opacity=".14"/>` +
    `<rect x="23" y="36" width="50" height="26" rx="11" fill="${p.ink}"/>` +
    both(`<rect x="31" y="42" width="9" height="14" rx="4.5" fill="${p.glow}"/>`) +
    line(p.shade, 3, 'M36 71H60') +
    both(dot(p.shade, 23, 73, 2)),
  astronaut: (p) =>
    shoulders('#dfe6f2') +
    both(`<rect x="8" y="44" width="10" height="18" rx="4" fill="${p.glow}"/>`) +
    dot('#eef2f9', 48, 50, 36, 34) +
    dot('#c3cde0', 48, 52, 29, 25) +
    dot(p.ink, 48, 52, 27, 23) +
    path(p.fur, 'M22 58C30 46 40 64 50 54S70 46 74.5 57C72 68 61 75 48 75S25 69 22 58Z') +
    both(dot('#fff', 38, 53, 3.2, 4)) +
    path('#fff', 'M28 44C32 36 40 32 46 32C38 36 33 41 31 47Z') +
    line(p.glow, 2.6, 'M40 82H56'),
  oni: (p) =>
    shoulders(p.shade) +
    both(
      path('#ffd27a', 'M26 36C14 28 10 14 16 4C22 16 32 20 40 26Z') +
        path('#e0a63e', 'M26 36C18 30 13 20 14 10C18 22 28 26 36 30Z'),
    ) +
    path(p.fur, 'M48 22C70 22 80 36 80 54C80 72 66 85 48 85S16 72 16 54C16 36 26 22 48 22Z') +
    both(
      path(p.shade, 'M18 42C28 36 38 38 45 48L42 52C34 46 26 46 18 48Z') +
        path('#fff', 'M25 52C31 48 38 51 41 57C35 60 28 58 25 52Z') +
        dot(p.ink, 34.5, 54.5, 3),
    ) +
    path(p.shade, 'M43 54H53L57 63Q48 68 39 63Z') +
    path(p.ink, 'M30 70Q48 64 66 70Q62 80 48 80T30 70Z') +
    both(path('#fff', 'M33 76L36 64L41 69.500Z') + path('#fff', 'M43 68.600H48V72H44Z')) +
    path('#ffd27a', 'M48 24L53 33L48 42L43 33Z'),
  dragon: (p) =>
    shoulders(p.shade) +
    both(
      path('#f2e3b8', 'M32 30C24 24 20 12 24 2C30 12 38 16 44 24Z') +
        path(p.shade, 'M18 58C8 54 4 44 6 36C14 38 20 42 24 46Z'),
    ) +
    path(p.shade, 'M48 12L54 22L48 32L42 22Z') +
    path(
      p.fur,
      'M48 22C66 22 78 32 78 48C78 58 70 62 68 72C66 81 58 85 48 85S30 81 28 72C26 62 18 58 18 48C18 32 30 22 48 22Z',
    ) +
    path(p.light, 'M48 56C60 56 67 62 67 70C67 79 58 84 48 84S29 79 29 70C29 62 36 56 48 56Z') +
    both(
      path(p.shade, 'M22 40C30 34 38 36 43 44L40 46C34 41 28 41 23 44Z') +
        eye(p, 33, 48, 4.6) +
        dot(p.shade, 41, 64, 2.2, 1.7),
    ) +
    line(p.ink, 1.7, 'M34 73Q48 80 62 73') +
    both(path('#fff', 'M38 74.500L40 80L42.5 76Z')),
  penguin: (p) =>
    shoulders(p.ink) +
    path(p.ink, 'M48 16C70 16 82 32 82 52C82 73 67 85 48 85S14 73 14 52C14 32 26 16 48 16Z') +
    path(
      '#f6f8fc',
      'M48 44C52 34 62 30 69 36C78 44 77 60 70 70C64 79 56 82 48 82S32 79 26 70C19 60 18 44 27 36C34 30 44 34 48 44Z',
    ) +
    both(eye(p, 35, 51, 4.6) + dot(p.fur, 27, 63, 4.4, 3)) +
    path('#ffb02e', 'M40 58Q48 53 56 58Q54 66 48 67Q42 66 40 58Z') +
    path('#d98512', 'M40 58Q48 62 56 58Q54 66 48 67Q42 66 40 58Z') +
    path(p.glow, 'M44 16Q48 6 56 8Q52 12 52 17Z'),
};
