// The studio: what a surface reflects and how a material answers. One light rig for every piece, so that the whole
// catalogue looks photographed on one table; only the rim light takes the piece's accent colour.
import { clamp, mix, sstep } from './noise.js';

/**
 * Light from direction (rx, ry, rz), blurred by roughness: soft box top left, tinted strip right, tinted floor bounce.
 */
export function studio(rx, ry, rough, tint) {
  const soft = 0.06 + rough * 0.45;
  const q = -ry * 0.88 - rx * 0.42;
  const box = sstep(0.1 - soft, 0.62 + soft * 0.4, q);
  const band = Math.exp(-(((q - 0.02) / (0.1 + rough * 0.3)) ** 2)) * 0.34;
  const strip = Math.exp(-(((rx - 0.66) / (0.12 + rough * 0.3)) ** 2)) * sstep(-0.9, 0.3, -ry + 0.2) * 1.15;
  const floor = sstep(0.3, 1.0, ry);
  const horizon = 0.13 + 0.17 * (1 - Math.abs(ry));
  const key = 1.42 * box + 0.05 + band;
  return [
    horizon * 0.86 + key + strip * tint[0] + floor * (0.06 + 0.34 * tint[0]),
    horizon * 0.94 + key * 0.985 + strip * tint[1] + floor * (0.06 + 0.34 * tint[1]),
    horizon * 1.14 + key * 0.99 + strip * tint[2] + floor * (0.09 + 0.34 * tint[2]),
  ];
}

/** Bright reflections of a metal keep their punch, dim ones go darker. */
const contrast = (q) => q * (0.55 + 0.45 * Math.min(1.6, q));

/**
 * Colour of a material under the studio.
 * @param m material {c, rough, metal, clear?}
 * @param n unit normal [x, y, z], z towards the eye
 */
export function shade(m, [nx, ny, nz], tint) {
  const reflected = studio(2 * nz * nx, 2 * nz * ny, m.rough, tint);
  const key = clamp(nx * -0.46 + ny * -0.66 + nz * 0.6);
  const fill = clamp(nx * 0.75 + ny * 0.35 + nz * 0.18) * 0.55;
  const fresnel = m.metal ? 0 : 0.04 + 0.96 * (1 - clamp(nz)) ** 4;
  const half = clamp(nx * -0.27 + ny * -0.385 + nz * 0.883);
  const spark = half ** mix(120, 8, m.rough) * mix(1.25, 0.16, m.rough);
  const coat = m.clear ?? 0.25;
  const out = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const c = m.c[k];
    const painted = c * (0.13 + key + fill * tint[k]) + reflected[k] * fresnel * coat + spark * coat;
    const metallic = c * contrast(reflected[k]) + spark * mix(0.5, 1, c) * 0.6;
    out[k] = mix(painted, metallic, m.metal);
  }
  return out;
}
