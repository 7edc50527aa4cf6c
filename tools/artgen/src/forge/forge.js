// The forge: vector parts → coverage → distance to the border → height → normals → studio light. A 2.5D renderer of a
// few hundred lines, in plain JavaScript, with no asset from outside and no GPU. Absent on purpose: rarity glow and
// ground shadow of an item, which the page and the stage draw themselves.
import { filmic, toSRGB } from './colour.js';
import { shade } from './light.js';
import { clamp, mix, sstep, vnoise } from './noise.js';
import { blur, boundsOf, distanceInside, rasterMask } from './raster.js';

const PROFILES = {
  chisel: (t) => t,
  round: (t) => Math.sqrt(Math.max(0, 1 - (1 - t) * (1 - t))),
  flat: (t) => sstep(0, 1, t),
};

/**
 * Renders a scene to RGBA bytes.
 *
 * A part is {svg, mat(u, v, {d, t}) → material, uv(X, Y) → [u, v], bevel, profile, height, soft, slope, tilt, normal,
 * shadow, shadowR, edge, rimDark}; parts are drawn back to front, lengths in view units. A material is
 * {c, rough, metal, clear?, emit?, bump?, alpha?} with linear colours.
 */
export function forge({ parts, vw, vh, W, H, tint, seed }) {
  const frame = { W, H, vw, vh, unit: W / vw };
  const canvas = {
    colour: new Float32Array(W * H * 3),
    alpha: new Float32Array(W * H),
    glow: new Float32Array(W * H * 3),
  };
  for (const part of parts) drawPart(part, frame, canvas, tint);
  return develop(canvas, frame, seed);
}

function drawPart(part, frame, canvas, tint) {
  const { W, H, unit } = frame;
  const mask = rasterMask(part.svg, frame);
  const bounds = boundsOf(mask, W, H, 2);
  if (!bounds) return;
  if ((part.shadow ?? 1) > 0) castShadow(part, mask, bounds, frame, canvas);

  const distance = distanceInside(mask, W, bounds);
  const bevel = Math.max(0.8, part.bevel * unit);
  const { materials, height } = surface(part, mask, distance, bevel, bounds, frame);
  for (let y = 0; y < bounds.h; y++) {
    for (let x = 0; x < bounds.w; x++) {
      const i = y * bounds.w + x;
      const m = materials[i];
      if (!m) continue;
      const n = part.normal ?? normalAt(part, height, x, y, bounds, frame);
      const rgb = shade(m, n, tint);
      finishEdge(rgb, m, n, distance[i] / unit, part);
      const g = (y + bounds.y0) * W + x + bounds.x0;
      composite(canvas, g, rgb, m, mask[g] / 255);
    }
  }
}

/** Darkens what is already painted under the part's offset, blurred silhouette. */
function castShadow(part, mask, bounds, { W, H, unit }, { colour, alpha }) {
  const radius = Math.max(1, Math.round((part.shadowR ?? 3.2) * unit));
  const ox = Math.round(1.6 * unit);
  const oy = Math.round(2.6 * unit);
  const x0 = Math.max(0, bounds.x0 - radius * 3);
  const y0 = Math.max(0, bounds.y0 - radius * 3);
  const w = Math.min(W, bounds.x1 + radius * 3) - x0;
  const h = Math.min(H, bounds.y1 + radius * 3) - y0;
  const silhouette = new Float32Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const X = x + x0 - ox;
      const Y = y + y0 - oy;
      if (X >= 0 && Y >= 0 && X < W && Y < H) silhouette[y * w + x] = mask[Y * W + X] / 255;
    }
  }
  const soft = blur(silhouette, w, h, radius, 2);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const g = (y + y0) * W + x + x0;
      if (alpha[g] === 0) continue;
      const k = 1 - 0.72 * (part.shadow ?? 1) * soft[y * w + x];
      for (let c = 0; c < 3; c++) colour[g * 3 + c] *= k;
    }
  }
}

/** Materials of the covered pixels and the height field under them (bevel profile plus the material's relief). */
function surface(part, mask, distance, bevel, { x0, y0, w, h }, { W, unit }) {
  const profile = PROFILES[part.profile];
  const rise = (part.height ?? 1) * bevel;
  const profileHeight = new Float32Array(w * h);
  for (let i = 0; i < profileHeight.length; i++)
    profileHeight[i] = profile(Math.min(distance[i], bevel) / bevel) * rise;
  const height = blur(profileHeight, w, h, Math.max(1, Math.round((part.soft ?? 0.55) * unit)), 2);
  const materials = new Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      if (!mask[(y + y0) * W + x + x0]) continue;
      const i = y * w + x;
      const [u, v] = part.uv((x + x0) / unit, (y + y0) / unit);
      const m = part.mat(u, v, { d: distance[i] / unit, t: Math.min(distance[i], bevel) / bevel });
      materials[i] = m;
      if (m.bump) height[i] += m.bump * unit;
    }
  }
  return { materials, height };
}

/**
 * Normal from the height field, leaning outwards with the distance from the centre so that flat areas are not one tone.
 */
function normalAt(part, height, x, y, { x0, y0, w, h }, { W, H }) {
  const xl = Math.max(0, x - 1);
  const xr = Math.min(w - 1, x + 1);
  const yu = Math.max(0, y - 1);
  const yd = Math.min(h - 1, y + 1);
  const slope = part.slope ?? 1;
  const nx =
    (-(height[y * w + xr] - height[y * w + xl]) / (xr - xl || 1)) * slope +
    (part.tilt?.[0] ?? 0) +
    ((x + x0) / W - 0.5) * 0.34;
  const ny =
    (-(height[yd * w + x] - height[yu * w + x]) / (yd - yu || 1)) * slope +
    (part.tilt?.[1] ?? 0) +
    ((y + y0) / H - 0.5) * 0.42;
  const k = 1 / Math.hypot(nx, ny, 1);
  return [nx * k, ny * k, k];
}

/** A thin highlight along the border that faces the key light, and a dark rim that sets parts off each other. */
function finishEdge(rgb, m, [nx, ny], depth, part) {
  const facing = clamp(nx * -0.7 + ny * -0.7 + 0.25) * (part.edge ?? 0.6);
  const line = Math.exp(-((depth - 0.55) ** 2) / 0.32) * facing;
  const rim = mix(part.rimDark ?? 0.62, 1, sstep(0, 2.2, depth));
  for (let k = 0; k < 3; k++) rgb[k] = (rgb[k] + line * mix(0.7, m.c[k] + 0.3, 0.5)) * rim + (m.emit?.[k] ?? 0);
}

function composite({ colour, alpha, glow }, g, rgb, m, coverage) {
  for (let k = 0; k < 3; k++) {
    if (m.emit) glow[g * 3 + k] = Math.max(glow[g * 3 + k], m.emit[k] * coverage);
    else if (coverage > 0.5) glow[g * 3 + k] *= 1 - coverage;
  }
  const own = (m.alpha ?? 1) * coverage;
  const under = alpha[g] * (1 - own);
  const total = own + under;
  if (total === 0) return;
  for (let k = 0; k < 3; k++) colour[g * 3 + k] = (rgb[k] * own + colour[g * 3 + k] * under) / total;
  alpha[g] = total;
}

/** Bloom of the glowing pixels, tone curve, dither against banding, sRGB bytes. */
function develop({ colour, alpha, glow }, { W, H, unit }, seed) {
  const radius = Math.max(1, Math.round(4.5 * unit));
  const bloom = [0, 1, 2].map((k) => {
    const channel = new Float32Array(W * H);
    let lit = false;
    for (let i = 0; i < channel.length; i++) {
      channel[i] = glow[i * 3 + k] * 0.85;
      lit ||= channel[i] > 0;
    }
    return lit ? blur(channel, W, H, radius, 3) : channel;
  });
  const out = Buffer.alloc(W * H * 4);
  for (let i = 0; i < W * H; i++) {
    const halo = Math.max(bloom[0][i], bloom[1][i], bloom[2][i]);
    const a = alpha[i] + clamp(halo * 0.85) * (1 - alpha[i]);
    if (a === 0) continue;
    const rgb = [0, 1, 2].map((k) => (colour[i * 3 + k] * alpha[i] + bloom[k][i]) / a);
    const grey = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    const dither = (vnoise((i % W) * 0.9, Math.floor(i / W) * 0.9, seed) - 0.5) * 0.012;
    for (let k = 0; k < 3; k++) {
      const saturated = Math.max(0, grey + (rgb[k] - grey) * 1.14);
      out[i * 4 + k] = clamp(toSRGB(filmic(saturated * 0.94)) + dither) * 255;
    }
    out[i * 4 + 3] = clamp(a) * 255;
  }
  return out;
}
