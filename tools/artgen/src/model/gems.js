import { rng } from '../forge/noise.js';
import { part, poly } from './path.js';

function gem(kind) {
  return ({ seed }) => {
    const r = rng(seed + 5);
    const parts = [];
    const R = 132,
      ky = 0.94;
    const n = kind === 'drop' ? 10 : kind === 'shard' ? 6 : 12;
    const ring = (rad, off0, sy = 1) =>
      Array.from({ length: n }, (_, i) => {
        const off = kind === 'drop' ? off0 + 0.5 : off0;
        const a = ((i + off) / n) * Math.PI * 2 - Math.PI / 2;
        let rr = rad;
        let y = Math.sin(a) * rr * sy;
        let x = Math.cos(a) * rr;
        if (kind === 'drop') {
          if (y < 0) {
            const k = -y / rr;
            x *= 1 - 0.42 * k * k;
            y *= 1.22;
          } else y *= 0.98;
          x *= 0.94;
        }
        if (kind === 'shard') {
          x *= 0.66;
          y *= 1.16;
        }
        return [x, y * ky];
      });
    const o = ring(R, 0.5),
      m = ring(R * 0.74, 0),
      t = ring(R * 0.5, 0.5);
    const facet = (pts, tiltK, bright) => {
      const cx = pts.reduce((s, p) => s + p[0], 0) / pts.length,
        cy = pts.reduce((s, p) => s + p[1], 0) / pts.length;
      const l = Math.hypot(cx, cy) || 1;
      const j = () => (r() - 0.5) * 0.5;
      const nn = [(cx / l) * tiltK + j() * tiltK, (cy / l) * tiltK + j() * tiltK, 1];
      const q = 1 / Math.hypot(...nn);
      return part(poly(pts), ['gemFacet', bright * (0.75 + r() * 0.55), cx, cy, R], {
        bevel: 1.0,
        profile: 'flat',
        height: 0.4,
        shadow: 0,
        fixedN: nn.map((v) => v * q),
        edge: 0.7,
        rimDark: 1,
      });
    };
    parts.push(part(poly(o), ['gemFacet', 0.5, 0, 0, R], { bevel: 6, shadow: 0 }));
    for (let i = 0; i < n; i++) {
      const a = o[i],
        b = o[(i + 1) % n],
        c = m[(i + 1) % n];
      parts.push(facet([a, b, c], 1.25, 0.72));
      parts.push(facet([m[i], a, c], 0.95, 0.95));
    }
    for (let i = 0; i < n; i++) {
      parts.push(facet([m[i], t[i], m[(i + 1) % n]], 0.6, 1.15));
      parts.push(facet([t[i], m[(i + 1) % n], t[(i + 1) % n]], 0.4, 1.0));
    }
    parts.push(facet(t, 0.08, 1.5));
    // inner reflections of the pavilion through the table
    for (let i = 0; i < n; i++) {
      const a = t[i],
        b = t[(i + 1) % n];
      parts.push({
        ...facet(
          [
            [a[0] * 0.86, a[1] * 0.86],
            [b[0] * 0.86, b[1] * 0.86],
            [0, 0],
          ],
          0.5,
          i % 2 ? 1.9 : 0.75,
        ),
        edge: 0.3,
      });
    }
    return { rot: kind === 'shard' ? 18 : 0, sc: 1.06, parts };
  };
}
