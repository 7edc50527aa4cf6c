// Gloves, always as a pair: four fingers and a thumb round a palm, then the back of the hand by style, then the cuff.
import { circ, moved, part, poly, rect, times } from './path.js';

/** Base leathers of a style; strike and warden carry plates of the finish, wraps are bandaged in it. */
const STYLES = {
  strike: { fingers: '#16181e', palm: '#1b1e26', plated: true, knuckle: 'gun', badge: 'gun', tip: 'stud' },
  warden: { fingers: '#16181e', palm: '#1b1e26', plated: true, knuckle: 'steel', badge: 'black', tip: 'band' },
  wraps: { fingers: '#c9b491', palm: '#c9b491', plated: false },
};

const FINGERS = [
  { at: [-49, -26], length: 70, width: 33, turn: -9 },
  { at: [-17, -40], length: 88, width: 35, turn: -3 },
  { at: [17, -40], length: 86, width: 35, turn: 3 },
  { at: [48, -28], length: 68, width: 32, turn: 10 },
];
const KNUCKLES = [
  { at: [-44, -24], turn: -13 },
  { at: [-16, -36], turn: -4 },
  { at: [16, -36], turn: 4 },
  { at: [44, -25], turn: 13 },
];

/** Plate round a finger between two heights. */
const band = (w, low, high, mat) =>
  part(`M${-w * 0.4} ${-low}Q0 ${-low - 5} ${w * 0.4} ${-low}V${-high}Q0 ${-high - 6} ${-w * 0.4} ${-high}Z`, mat, {
    bevel: w * 0.34,
    profile: 'round',
    height: 0.75,
    shadow: 0.8,
    shadowR: 2,
  });

/** Slanted strips of bandage from the left edge to the right. */
const strip = (left, right, y, rise, tall, bevel) => {
  const corners = [
    [left, y],
    [right, y - rise],
    [right, y - rise - tall],
    [left, y - tall],
  ];
  return part(poly(corners), 'finish', { bevel, profile: 'round', height: 0.5, shadow: 0.75, shadowR: 1.8 });
};

function finger({ at, length, width: w, turn }, style) {
  const sheath = `M${-w / 2} 12V${-length + w / 2}Q${-w / 2} ${-length} 0 ${-length}Q${w / 2} ${-length} ${w / 2} ${-length + w / 2}V12Z`;
  const parts = [
    part(sheath, ['leather', style.fingers], { bevel: w / 2, profile: 'round', height: 0.75, slope: 1.1 }),
  ];
  if (style.plated) {
    parts.push(band(w, 4, length * 0.44, 'finish'), band(w, length * 0.5, length * 0.74, 'finish'));
    const stud = part(circ(0, -length * 0.86, w * 0.22), 'gun', { bevel: w * 0.2, profile: 'round', shadow: 0.6 });
    parts.push(style.tip === 'stud' ? stud : band(w, length * 0.8, length * 0.9, 'gun'));
  } else {
    parts.push(...times(5, (k) => strip(-w / 2, w / 2, -k * length * 0.17 - 3, 6, 12, 7)));
  }
  return moved(parts, `translate(${at.join(' ')}) rotate(${turn})`);
}

function thumb(style) {
  const parts = [
    part('M-18 30C-26 0 -18 -44 2 -60Q20 -68 25 -48C28 -20 24 16 14 44Z', ['leather', style.fingers], {
      bevel: 19,
      profile: 'round',
      height: 0.75,
    }),
    part('M-8 10C-10 -14 -4 -34 6 -44Q16 -46 17 -32C18 -14 14 6 8 22Z', 'finish', {
      bevel: 9,
      profile: 'round',
      height: 0.7,
      shadow: 0.7,
    }),
  ];
  return moved(parts, 'translate(74 22) rotate(40)');
}

function armour(style) {
  const plate = 'M-54 -18C-40 -36 42 -38 54 -20C60 14 54 50 44 78C20 86 -26 86 -46 78C-56 46 -62 10 -54 -18Z';
  return [
    part(plate, 'finish', { bevel: 12, profile: 'round', height: 0.6, shadow: 0.6 }),
    ...KNUCKLES.flatMap(({ at, turn }) =>
      moved(
        [
          part('M-12 9Q-15 -8 0 -12Q15 -8 12 9Q0 15 -12 9Z', style.knuckle, {
            bevel: 8,
            profile: 'round',
            height: 0.8,
          }),
        ],
        `translate(${at.join(' ')}) rotate(${turn})`,
      ),
    ),
    part('M-28 14L0 2L28 14L22 48L0 62L-22 48Z', style.badge, { bevel: 7, height: 0.8 }),
    part('M-13 22L0 15L13 22L10 40L0 48L-10 40Z', 'glow', { bevel: 6, shadow: 0.2 }),
  ];
}

const bandages = () => times(6, (k) => strip(-69 + k, 65 - k, -2 + k * 19, 17, 20, 10));

const cuff = ({ plated }) => [
  part('M-62 84H60Q72 108 70 136Q4 150 -72 136Q-72 108 -62 84Z', plated ? ['leather', '#111319'] : 'finish', {
    bevel: 16,
    profile: 'round',
    height: 0.6,
  }),
  part('M-66 96Q0 108 64 96L67 116Q0 128 -70 116Z', plated ? 'finish' : ['leather', '#5a2b1c'], {
    bevel: 8,
    profile: 'round',
    height: 0.6,
    shadow: 0.7,
  }),
  part(rect(22, 98, 30, 20, 4), 'steel', { bevel: 4 }),
  part(rect(27, 103, 20, 10, 3), 'black', { bevel: 3, height: -1, shadow: 0 }),
];

function hand(style) {
  const palm = 'M-66 -24C-50 -54 50 -56 64 -26C72 8 64 56 52 92H-54C-66 56 -76 12 -66 -24Z';
  return [
    ...thumb(style),
    ...FINGERS.flatMap((spec) => finger(spec, style)),
    part(palm, ['leather', style.palm], { bevel: 30, profile: 'round', height: 0.55 }),
    ...(style.plated ? armour(style) : bandages()),
    ...cuff(style),
  ];
}

const pair = (style) => () => ({
  rot: 0,
  sc: 0.98,
  parts: [
    ...moved(hand(style), 'translate(84 22) rotate(15) scale(-0.9 0.9)'),
    ...moved(hand(style), 'translate(-66 14) rotate(-11)'),
  ],
});

export const strike = pair(STYLES.strike);
export const warden = pair(STYLES.warden);
export const wraps = pair(STYLES.wraps);
