// From vector paths to fields: coverage masks, exact distance to the border, box blur.
import { Resvg } from '@resvg/resvg-js';
import { clamp } from './noise.js';

/** Coverage (0–255) of an SVG fragment drawn on a vw × vh view into W × H pixels. */
export function rasterMask(fragment, { W, H, vw, vh }) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${vw} ${vh}">${fragment}</svg>`;
  const { pixels } = new Resvg(svg, { fitTo: { mode: 'width', value: W }, font: { loadSystemFonts: false } }).render();
  const mask = new Uint8Array(W * H);
  for (let i = 0; i < mask.length; i++) mask[i] = pixels[i * 4 + 3];
  return mask;
}

/** Box around the covered pixels, grown by pad; null where nothing is covered. */
export function boundsOf(mask, W, H, pad) {
  let x0 = W;
  let y0 = H;
  let x1 = -1;
  let y1 = -1;
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      if (!mask[y * W + x]) continue;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  if (x1 < 0) return null;
  x0 = Math.max(0, x0 - pad);
  y0 = Math.max(0, y0 - pad);
  x1 = Math.min(W, x1 + 1 + pad);
  y1 = Math.min(H, y1 + 1 + pad);
  return { x0, y0, x1, y1, w: x1 - x0, h: y1 - y0 };
}

const FAR = 1e12;

/** One-dimensional squared distance transform (Felzenszwalb and Huttenlocher's lower envelope of parabolas). */
function transform1d(f, n, out, vertex, bound) {
  let k = 0;
  vertex[0] = 0;
  bound[0] = -FAR;
  bound[1] = FAR;
  for (let q = 1; q < n; q++) {
    let s;
    do {
      const r = vertex[k];
      s = (f[q] - f[r] + q * q - r * r) / (2 * (q - r));
    } while (s <= bound[k] && --k > -1);
    k++;
    vertex[k] = q;
    bound[k] = s;
    bound[k + 1] = FAR;
  }
  k = 0;
  for (let q = 0; q < n; q++) {
    while (bound[k + 1] < q) k++;
    const r = vertex[k];
    out[q] = (q - r) * (q - r) + f[r];
  }
}

/** Distance in pixels from each covered pixel of the bounds to the border; partly covered pixels count by coverage. */
export function distanceInside(mask, W, bounds) {
  const { x0, y0, w, h } = bounds;
  const field = new Float64Array(w * h);
  const n = Math.max(w, h);
  const line = new Float64Array(n);
  const out = new Float64Array(n);
  const vertex = new Int32Array(n);
  const bound = new Float64Array(n + 1);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const a = mask[(y + y0) * W + x + x0] / 255;
      field[y * w + x] = a <= 0 ? 0 : a >= 1 ? FAR : Math.max(0, a - 0.5) ** 2;
    }
  }
  for (let x = 0; x < w; x++) {
    for (let y = 0; y < h; y++) line[y] = field[y * w + x];
    transform1d(line, h, out, vertex, bound);
    for (let y = 0; y < h; y++) field[y * w + x] = out[y];
  }
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) line[x] = field[y * w + x];
    transform1d(line, w, out, vertex, bound);
    for (let x = 0; x < w; x++) field[y * w + x] = Math.sqrt(out[x]);
  }
  return Float32Array.from(field);
}

/** Separable box blur; two or three passes come near a Gaussian. */
export function blur(source, w, h, radius, passes = 2) {
  if (radius < 1) return source;
  const span = 2 * radius + 1;
  let from = source;
  for (let p = 0; p < passes; p++) {
    const rows = new Float32Array(source.length);
    for (let y = 0; y < h; y++) {
      const o = y * w;
      let sum = 0;
      for (let i = -radius; i <= radius; i++) sum += from[o + clamp(i, 0, w - 1)];
      for (let x = 0; x < w; x++) {
        rows[o + x] = sum / span;
        sum += from[o + Math.min(w - 1, x + radius + 1)] - from[o + Math.max(0, x - radius)];
      }
    }
    const columns = new Float32Array(source.length);
    for (let x = 0; x < w; x++) {
      let sum = 0;
      for (let i = -radius; i <= radius; i++) sum += rows[clamp(i, 0, h - 1) * w + x];
      for (let y = 0; y < h; y++) {
        columns[y * w + x] = sum / span;
        sum += rows[Math.min(h - 1, y + radius + 1) * w + x] - rows[Math.max(0, y - radius) * w + x];
      }
    }
    from = columns;
  }
  return from;
}
