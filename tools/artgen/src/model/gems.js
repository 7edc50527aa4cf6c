// Cut stones: every facet is a part with an explicit normal. Facets alternate bright and dark round the stone and turn
// brighter towards the key light; the star seen through the table is the pavilion.
import { rng } from '../forge/noise.js';
import { part, poly } from './path.js';

const R = 132;

const CUTS = {
  round: { n: 12, rot: 0, squash: (x, y) => [x, y * 0.94] },
  drop: {
    n: 10,
    rot: 0,
    phase: 0.5,
    squash: (x, y, r) => (y < 0 ? [x * 0.94 * (1 - 0.42 * (y / r) ** 2), y * 1.147] : [x * 0.94, y * 0.92]),
  },
  shard: { n: 6, rot: 18, squash: (x, y) => [x * 0.66, y * 1.09] },
};

function ring({ n, phase = 0, squash }, radius, offset) {
  return Array.from({ length: n }, (_, i) => {
    const a = ((i + offset + phase) / n) * Math.PI * 2 - Math.PI / 2;
    return squash(Math.cos(a) * radius, Math.sin(a) * radius, radius);
  });
}

function facet(points, lean, bright, random, edge = 0.7) {
  const cx = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const cy = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  const l = Math.hypot(cx, cy) || 1;
  const wobble = () => (random() - 0.5) * 0.4 * lean;
  const n = [(cx / l) * lean + wobble(), (cy / l) * lean + wobble(), 1];
  const k = 1 / Math.hypot(...n);
  const facing = (-cx * 0.55 - cy * 0.83) / l;
  const level = bright * (0.86 + 0.22 * facing * Math.min(1, lean) + (random() - 0.5) * 0.34);
  return part(poly(points), ['facet', { level, cx, cy, radius: R }], {
    bevel: 1,
    profile: 'flat',
    height: 0.4,
    shadow: 0,
    normal: n.map((v) => v * k),
    edge,
    rimDark: 1,
  });
}

const gem =
  (kind) =>
  ({ seed }) => {
    const cut = CUTS[kind];
    const random = rng(seed + 5);
    const { n } = cut;
    const girdle = ring(cut, R, 0.5);
    const crown = ring(cut, R * 0.74, 0);
    const table = ring(cut, R * 0.5, 0.5);
    const parts = [part(poly(girdle), ['facet', { level: 0.5, cx: 0, cy: 0, radius: R }], { bevel: 6, shadow: 0 })];
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n;
      const flash = i % 2 ? 1.16 : 0.86;
      parts.push(
        facet([girdle[i], girdle[j], crown[j]], 1.25, 0.74 / flash, random),
        facet([crown[i], girdle[i], crown[j]], 0.95, 0.98 * flash, random),
      );
    }
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n;
      const flash = i % 2 ? 0.84 : 1.16;
      parts.push(
        facet([crown[i], table[i], crown[j]], 0.6, 1.18 * flash, random),
        facet([table[i], crown[j], table[j]], 0.4, 1.02 / flash, random),
      );
    }
    parts.push(facet(table, 0.08, 1.2, random));
    for (let i = 0; i < n; i++) {
      const [a, b] = [table[i], table[(i + 1) % n]];
      const mid = [(a[0] + b[0]) * 0.43, (a[1] + b[1]) * 0.43];
      const inner = a.map((v) => v * 0.5);
      const innerNext = b.map((v) => v * 0.5);
      parts.push(
        facet([inner, mid, innerNext, [0, 0]], 0.5, i % 2 ? 1.72 : 0.78, random, 0.3),
        facet([a.map((v) => v * 0.9), mid, inner], 0.5, i % 2 ? 0.8 : 1.36, random, 0.3),
      );
    }
    return { rot: cut.rot, sc: 1.06, parts };
  };

export const brilliant = gem('round');
export const teardrop = gem('drop');
export const shard = gem('shard');
