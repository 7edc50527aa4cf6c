// Gemstones: the colour inside a cut stone. The facets do the sparkle (model/gems.js); a stone only says how its body
// varies, so that two rubies are never the same ruby.
import { hex, mix3, ramp, stops } from '../forge/colour.js';
import { clamp, fbm } from '../forge/noise.js';

const body = (dark, bright) => {
  const [a, b] = [hex(dark), hex(bright)];
  return (s) => (u, v) => ({ c: mix3(a, b, fbm(u * 0.02, v * 0.02, s, 3)), rough: 0.05, metal: 0.2, clear: 1 });
};

/** Zoned stones run from one colour to another across the crystal. */
const zoned = (...colours) => {
  const zones = stops(...colours);
  return (s) => (u, v) => {
    const t = clamp((v + 110) / 220 + (fbm(u * 0.015, v * 0.015, s, 3) - 0.5) * 0.25);
    return { c: ramp(zones, t), rough: 0.05, metal: 0.2, clear: 1, zoned: true };
  };
};

export const smoky = body('#2a2019', '#6e5a4a');
export const amber = body('#a8480a', '#ffb02e');
export const rose = body('#d9708f', '#ffc9d6');
export const citrine = body('#c98a08', '#ffe04a');
export const aquamarine = body('#3fb8d8', '#a8f2ff');
export const amethyst = body('#4a159a', '#b06bff');
export const peridot = body('#5b9a12', '#c4f04a');
export const topaz = body('#d94a6a', '#ffb48f');
export const tourmaline = zoned([0, '#19a85e'], [0.42, '#7be0a0'], [0.58, '#ffd2e0'], [1, '#f0307a']);
export const sapphire = body('#0a1f9a', '#2f6bff');
export const ruby = body('#8a0420', '#ff2448');
export const emerald = body('#04562f', '#16d67c');
export const diamond = zoned([0, '#8fd0ff'], [0.3, '#d9c6ff'], [0.55, '#ffd3ea'], [0.78, '#fff0bf'], [1, '#bff7e2']);
