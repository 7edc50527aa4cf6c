// Path building blocks of the models. Model space: the piece lies along +x round (0, 0), about 400 × 220 units.

const round2 = (n) => +n.toFixed(2);

export const poly = (points) => `M${points.map((p) => p.map(round2).join(' ')).join('L')}Z`;

/** Closed Catmull-Rom curve through the points; k is the tension. */
export function smooth(points, k = 0.5) {
  const n = points.length;
  const at = (i) => points[(i + n) % n];
  let d = `M${round2(points[0][0])} ${round2(points[0][1])}`;
  for (let i = 0; i < n; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1 = [p1[0] + ((p2[0] - p0[0]) * k) / 3, p1[1] + ((p2[1] - p0[1]) * k) / 3];
    const c2 = [p2[0] - ((p3[0] - p1[0]) * k) / 3, p2[1] - ((p3[1] - p1[1]) * k) / 3];
    d += `C${[...c1, ...c2, ...p2].map(round2).join(' ')}`;
  }
  return `${d}Z`;
}

export function rect(x, y, w, h, r = 0) {
  const a = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${w - 2 * r}${a(r, r)}v${h - 2 * r}${a(-r, r)}h${-(w - 2 * r)}${a(-r, -r)}v${-(h - 2 * r)}${a(r, -r)}Z`;
}

export const circ = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export function starPoints(n, outer, inner, cy = 0) {
  return Array.from({ length: n * 2 }, (_, i) => {
    const a = (i / (n * 2)) * Math.PI * 2 - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    return [Math.cos(a) * r, cy + Math.sin(a) * r];
  });
}

/** A part: path, material name (or [name, …arguments]; 'finish' is the item's own finish), and its relief. */
export const part = (d, mat, relief = {}) => ({ d, mat, bevel: 4, profile: 'chisel', height: 1, ...relief });

export const moved = (parts, transform) => parts.map((p) => ({ ...p, xf: transform + (p.xf ?? '') }));

export const screws = (points, r = 2.6) =>
  points.map(([x, y]) => part(circ(x, y, r), 'steel', { bevel: r, profile: 'round', height: 0.8, shadowR: 1.2 }));

/** A row of n slanted vents. */
export const slots = (x, y, n, dx, w, h, slant = 0) =>
  Array.from({ length: n }, (_, i) =>
    part(
      poly([
        [x + i * dx + slant, y],
        [x + i * dx + w + slant, y],
        [x + i * dx + w, y + h],
        [x + i * dx, y + h],
      ]),
      'black',
      { bevel: 1.2, height: -1.2, shadow: 0, edge: 0.2 },
    ),
  );

/** n parts from a function of the index. */
export const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));
