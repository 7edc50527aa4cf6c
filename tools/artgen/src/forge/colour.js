// Linear-light colour: the forge works in linear RGB and turns to sRGB only when it writes pixels.
import { clamp } from './noise.js';

const toLinear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** '#rrggbb' → linear [r, g, b]. */
export function hex(text) {
  const n = Number.parseInt(text.slice(1), 16);
  return [toLinear(((n >> 16) & 255) / 255), toLinear(((n >> 8) & 255) / 255), toLinear((n & 255) / 255)];
}

export const mix3 = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
export const scale3 = (a, k) => [a[0] * k, a[1] * k, a[2] * k];

/** Colour at t along stops [[t, [r, g, b]], …] in rising order of t. */
export function ramp(stops, t) {
  if (t <= stops[0][0]) return stops[0][1];
  for (let i = 1; i < stops.length; i++) {
    const [t1, c1] = stops[i];
    if (t <= t1) {
      const [t0, c0] = stops[i - 1];
      return mix3(c0, c1, (t - t0) / (t1 - t0));
    }
  }
  return stops[stops.length - 1][1];
}

/** Stops from pairs [t, '#rrggbb']. */
export const stops = (...pairs) => pairs.map(([t, c]) => [t, hex(c)]);

export const toSRGB = (c) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

/** Filmic tone curve (Narkowicz' fit of ACES). */
export const filmic = (x) => clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
