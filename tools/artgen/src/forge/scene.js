// Binds a model to a finish and an accent colour: what the forge renders.

import { ACCENT_FITTINGS, FITTINGS } from '../finish/fittings.js';
import { ACCENTS, FINISHES } from '../finish/index.js';
import { hex, mix3, scale3 } from './colour.js';
import { forge } from './forge.js';
import { clamp } from './noise.js';

const VW = 512;
const VH = 384;

/** One facet of a cut stone: the body colour, brighter towards the middle, white fire where the level passes 1. */
function facetMaterial(finish, accent, { level, cx, cy, radius }) {
  const deep = accent.map((a) => a * a * 0.9 + a * 0.1);
  const fire = clamp(level - 1.05) ** 1.5 * 1.2;
  return (u, v) => {
    const f = finish((u + cx) * 0.9, (v + cy) * 0.9, { d: 9, t: 1 });
    const body = mix3(deep, f.c, f.zoned ? 0.85 : 0.5);
    const sweep = 1 + ((u - cx) * 0.5 + (v - cy)) * 0.0045;
    const k = level ** 1.9 * (0.2 + 0.62 * clamp(1.12 - Math.hypot(u, v) / radius)) * sweep;
    return {
      c: body.map((b) => b * k * 0.9 + 0.004),
      rough: 0.03,
      metal: 0.45,
      clear: 1,
      emit: body.map((b, i) => b * k * 0.55 + fire * (0.3 + accent[i])),
    };
  };
}

/** One facet of the currency gem: flat, saturated, legible at 16 pixels. */
function jewelMaterial(accent, level) {
  const flash = clamp(level - 1.1) ** 1.2 * 1.1;
  const emit = [accent[0] * 0.3, accent[1] * 0.38, accent[2] * 0.36].map((a) => a * level + flash);
  const c = [accent[0] * 0.35, accent[1] * 0.55, accent[2] * 0.5].map((a) => a * level);
  return () => ({ c, rough: 0.05, metal: 0.3, clear: 1, emit });
}

function materialOf(spec, finish, accent, seed) {
  const [name, ...args] = Array.isArray(spec) ? spec : [spec];
  if (name === 'finish') return finish;
  if (name === 'facet') return facetMaterial(finish, accent, args[0]);
  if (name === 'jewel') return jewelMaterial(accent, args[0]);
  if (ACCENT_FITTINGS[name]) return ACCENT_FITTINGS[name](accent);
  return FITTINGS[name](seed % 991, ...args);
}

/**
 * Renders a model.
 * @param model ({seed, …}) => {rot, sc, ky, parts}
 * @param options finish id, seed, width in pixels, accent '#rrggbb' (the finish's own unless given), extra for the
 * model
 * @returns {{px: Buffer, W: number, H: number}} RGBA, 4:3
 */
export function render(model, { finish, seed, width, accent = ACCENTS[finish], ...extra }) {
  const { rot, sc, ky = 1, parts } = model({ seed, ...extra });
  const surface = FINISHES[finish](seed % 997);
  const colour = hex(accent);
  const radians = (rot * Math.PI) / 180;
  const cos = Math.cos(-radians);
  const sin = Math.sin(-radians);
  const uv = (X, Y) => {
    const x = (X - VW / 2) / sc;
    const y = (Y - VH / 2) / sc;
    return [x * cos - y * sin, (x * sin + y * cos) / ky];
  };
  const place = `translate(${VW / 2} ${VH / 2}) rotate(${rot}) scale(${sc} ${sc * ky})`;
  const scene = parts.map(({ d, mat, xf = '', rule = 'nonzero', uvMap, dark, ...relief }) => {
    const base = materialOf(mat, surface, colour, seed);
    const mapped = uvMap ? (u, v, at) => base(...uvMap(u, v), at) : base;
    const shaded = (u, v, at) => {
      const m = mapped(u, v, at);
      return { ...m, c: scale3(m.c, dark) };
    };
    return {
      ...relief,
      svg: `<g transform="${place} ${xf}"><path d="${d}" fill="#fff" fill-rule="${rule}"/></g>`,
      mat: dark ? shaded : mapped,
      uv,
      bevel: relief.bevel * sc,
    };
  });
  const tint = colour.map((c) => 0.25 + c * 0.6);
  const H = Math.round((width * VH) / VW);
  return { px: forge({ parts: scene, vw: VW, vh: VH, W: width, H, tint, seed }), W: width, H };
}
