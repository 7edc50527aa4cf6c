// Banner grounds: a dark gradient with rays, rings and drifting motes round the place where the pieces stand. The side
// (or, on phones, the foot) where the page sets its text stays calm and dark.
import { hash32, rng, TAU } from '../forge/noise.js';

const n1 = (x) => Math.round(x * 10) / 10;

function rays(random, [cx, cy], reach) {
  const count = 22;
  return Array.from({ length: count }, (_, i) => {
    const a = ((i + random() * 0.5) / count) * TAU;
    const half = 0.035 + random() * 0.06;
    const tip = (angle) => `${n1(cx + Math.cos(angle) * reach)},${n1(cy + Math.sin(angle) * reach)}`;
    const opacity = n1(4 + random() * 9) / 100;
    return `<polygon points="${n1(cx)},${n1(cy)} ${tip(a - half)} ${tip(a + half)}" fill="url(#ray)" opacity="${opacity}"/>`;
  }).join('');
}

function motes(random, [cx, cy], spread, colour) {
  return Array.from({ length: 70 }, () => {
    const a = random() * TAU;
    const d = Math.sqrt(random()) * spread;
    const r = 0.8 + random() ** 3 * 4.2;
    const [x, y] = [cx + Math.cos(a) * d * 1.25, cy + Math.sin(a) * d * 0.8];
    return `<circle cx="${n1(x)}" cy="${n1(y)}" r="${n1(r)}" fill="${colour}" opacity="${n1(2 + random() * 6) / 10}"/>`;
  }).join('');
}

const radial = (id, [cx, cy], r, list) =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}">` +
  `${list.map(([t, c, o]) => `<stop offset="${t}" stop-color="${c}" stop-opacity="${o}"/>`).join('')}</radialGradient>`;

const linear = (id, vector, list) =>
  `<linearGradient id="${id}" ${vector}>` +
  `${list.map(([t, c, o]) => `<stop offset="${t}" stop-color="${c}" stop-opacity="${o}"/>`).join('')}</linearGradient>`;

/** SVG of a ground. focus is where the light stands; calm says which side stays dark: 'left' or 'bottom'. */
export function backdrop({ slug, dark, deep, light }, { width, height, focus, calm }) {
  const random = rng(hash32(`backdrop/${slug}/${calm}`));
  const reach = Math.hypot(width, height);
  const veil = calm === 'left' ? 'x1="0" y1="0" x2=".62" y2="0"' : 'x1="0" y1="1" x2="0" y2=".42"';
  const floor = [focus[0], focus[1] + height * 0.3];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>` +
    radial('deep', focus, reach * 0.62, [
      [0, deep, 1],
      [0.55, deep, 0.55],
      [1, dark, 0],
    ]) +
    radial('halo', focus, height * 0.62, [
      [0, light, 0.55],
      [0.4, light, 0.2],
      [1, light, 0],
    ]) +
    radial('ray', focus, reach * 0.55, [
      [0, light, 1],
      [0.35, light, 0.75],
      [1, light, 0],
    ]) +
    linear('veil', veil, [
      [0, dark, 0.94],
      [0.5, dark, 0.6],
      [1, dark, 0],
    ]) +
    `<radialGradient id="floor"><stop stop-color="${light}" stop-opacity=".5"/><stop offset=".5" stop-color="${light}" stop-opacity=".16"/>` +
    `<stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>` +
    '</defs>' +
    `<rect width="${width}" height="${height}" fill="${dark}"/><rect width="${width}" height="${height}" fill="url(#deep)"/>` +
    rays(random, focus, reach) +
    `<rect width="${width}" height="${height}" fill="url(#halo)"/>` +
    `<g fill="none" stroke="${light}"><circle cx="${focus[0]}" cy="${focus[1]}" r="${n1(height * 0.43)}" stroke-opacity=".16" stroke-width="1.5"/>` +
    `<circle cx="${focus[0]}" cy="${focus[1]}" r="${n1(height * 0.56)}" stroke-opacity=".09" stroke-width="1.5" stroke-dasharray="3 11"/></g>` +
    `<ellipse cx="${floor[0]}" cy="${n1(floor[1])}" rx="${n1(height * 0.56)}" ry="${n1(height * 0.1)}" fill="url(#floor)"/>` +
    `${motes(random, focus, height * 0.72, light)}<rect width="${width}" height="${height}" fill="url(#veil)"/></svg>`
  );
}
