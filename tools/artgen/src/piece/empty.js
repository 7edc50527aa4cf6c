// Empty-state illustrations, 240 × 180, in the page's own ink and jade: an empty backpack, no battles, no records.

const JADE = '#35f2b8';
const LINE = '#3d4960';

const rect = (x, y, w, h, r, fill, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`;
const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
const stroke = (d, colour, width = 3, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
const sparkle = (x, y, r, colour = JADE) =>
  path(
    `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
    colour,
  );

/** The shared stage: a pool of light and a ground line. */
const frame = (body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 180"><defs><radialGradient id="p" cx=".5" cy=".5" r=".5">` +
  `<stop stop-color="${JADE}" stop-opacity=".16"/><stop offset="1" stop-color="${JADE}" stop-opacity="0"/></radialGradient>` +
  `<linearGradient id="m" x2="0" y2="1"><stop stop-color="#2a3346"/><stop offset="1" stop-color="#1a2130"/></linearGradient></defs>` +
  `<ellipse cx="120" cy="96" rx="112" ry="80" fill="url(#p)"/><ellipse cx="120" cy="158" rx="78" ry="7" fill="#080a0f" opacity=".7"/>` +
  `${stroke('M22 158H52M188 158H218', LINE, 2.5)}${body}</svg>\n`;

const backpack = () =>
  frame(
    stroke('M98 48C98 22 142 22 142 48', LINE, 7) +
      rect(56, 92, 24, 48, 10, '#1a2130') +
      rect(160, 92, 24, 48, 10, '#1a2130') +
      path('M70 80C70 56 88 42 120 42S170 56 170 80V144C170 152 164 158 156 158H84C76 158 70 152 70 144Z', 'url(#m)') +
      path('M70 84C70 58 88 42 120 42S170 58 170 84L162 90H78Z', '#33405a') +
      rect(86, 108, 68, 40, 10, '#141a27', `stroke="${LINE}" stroke-width="2.5" stroke-dasharray="5 5"`) +
      path(
        'M112 119H128L136 129L120 143L104 129Z',
        'none',
        `stroke="${JADE}" stroke-width="2.5" stroke-linejoin="round" stroke-dasharray="4 4"`,
      ) +
      rect(90, 80, 10, 22, 4, '#0f1420') +
      rect(140, 80, 10, 22, 4, '#0f1420') +
      rect(92, 90, 6, 7, 2, JADE) +
      rect(142, 90, 6, 7, 2, JADE) +
      stroke('M106 60C112 57 128 57 134 60', '#4c5b78', 3) +
      sparkle(48, 62, 9) +
      sparkle(196, 52, 12) +
      sparkle(206, 92, 5, '#7df7d3') +
      sparkle(34, 100, 4, '#7df7d3'),
  );

const sword = (turn) =>
  `<g transform="translate(120 92) rotate(${turn})">${path('M-6 -74L0 -84L6 -74V24H-6Z', '#aeb8cb')}${path('M0 -84L6 -74V24H0Z', '#7a869e')}` +
  `${rect(-20, 24, 40, 8, 4, '#4c5b78')}${rect(-5, 32, 10, 24, 4, '#2a3346')}<circle cy="60" r="7" fill="${JADE}"/></g>`;

const battles = () =>
  frame(
    path('M40 158V134H86V120H154V134H200V158Z', 'url(#m)') +
      stroke('M86 134V158M154 134V158', '#141a27', 2.5) +
      stroke('M104 138H136M54 146H72M168 146H186', LINE, 3) +
      sword(42) +
      sword(-42) +
      `<circle cx="120" cy="92" r="17" fill="#0f1420" stroke="${JADE}" stroke-width="3"/>` +
      stroke('M114 92H126M120 86V98', JADE, 3.5) +
      sparkle(120, 26, 9) +
      sparkle(36, 84, 6, '#7df7d3') +
      sparkle(206, 88, 8),
  );

const records = () =>
  frame(
    `<g transform="rotate(-7 96 96)">${rect(58, 36, 82, 112, 10, '#1a2130')}</g>` +
      rect(72, 30, 92, 122, 12, 'url(#m)') +
      rect(98, 22, 40, 16, 8, '#4c5b78') +
      [58, 82, 106]
        .map(
          (y, i) =>
            rect(84, y, 14, 14, 5, i === 0 ? JADE : '#3d4960') + stroke(`M108 ${y + 7}H${[150, 140, 146][i]}`, LINE, 5),
        )
        .join('') +
      stroke('M86.5 65L90 68.500L95.5 62', '#02281d', 2.5) +
      `<circle cx="162" cy="122" r="25" fill="#0f1420" stroke="${JADE}" stroke-width="5"/>` +
      stroke('M181 141L202 160', JADE, 8) +
      stroke('M150 118C152 111 158 108 164 109', '#7df7d3', 3.5) +
      sparkle(196, 52, 10) +
      sparkle(40, 66, 7) +
      sparkle(46, 128, 4, '#7df7d3'),
  );

/** {'backpack.svg': text, …} */
export const forgeEmptyStates = () => ({
  'backpack.svg': backpack(),
  'battles.svg': battles(),
  'records.svg': records(),
});
