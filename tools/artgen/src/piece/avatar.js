// Avatars: 24 small SVG files, twelve faces in two palettes each, before a seeded sky.
import { hash32, rng } from '../forge/noise.js';
import { FACES } from './face.js';

export const AVATAR_COUNT = 24;

const pal = (sky, ground, fur, shade, light, glow, ink = '#141824') => ({ sky, ground, fur, shade, light, glow, ink });

/** Two palettes of each face: its own colours, and a second nature. */
const PALETTES = {
  fox: [
    pal('#0f5c4d', '#0a2f33', '#ff8a3d', '#c9561a', '#fff1e2', '#ffd27a'),
    pal('#3a2a7a', '#171238', '#dfe8ff', '#9fb0dd', '#ffffff', '#7fe3ff'),
  ],
  cat: [
    pal('#7a2f57', '#2e1233', '#565d78', '#3a4058', '#ffd9e2', '#a8ff5c'),
    pal('#0f5f7d', '#0a2440', '#f6d9a8', '#d69f5c', '#fff7ea', '#35f2b8'),
  ],
  panda: [
    pal('#1f6f4a', '#0c3326', '#ffb3c4', '#4a5268', '#ffffff', '#35f2b8'),
    pal('#7a4a1f', '#33190c', '#ffc9a0', '#5a5068', '#ffffff', '#ffd27a'),
  ],
  owl: [
    pal('#2b3a8f', '#111638', '#b98a5c', '#7d5632', '#f7e6cb', '#ffd23c'),
    pal('#12635f', '#08292e', '#93a7c9', '#5a6d94', '#eef4ff', '#62ffbe'),
  ],
  rabbit: [
    pal('#8f3a5c', '#361630', '#ffffff', '#d9dfee', '#ffb3cb', '#ff6fa8'),
    pal('#3f5a1a', '#17260e', '#c9a27a', '#94704c', '#ffdcc0', '#d6ff7a'),
  ],
  bear: [
    pal('#6b4a12', '#2a1c0c', '#a9683a', '#7a4423', '#f4d9b4', '#ffe27a'),
    pal('#1a5a8f', '#0b2340', '#f2f6ff', '#c2d0ea', '#dce8ff', '#63b0ff'),
  ],
  frog: [
    pal('#5a6b12', '#1f2a0c', '#5ec942', '#38922a', '#d9f7a8', '#ffd23c'),
    pal('#5c1f7a', '#220e38', '#32c7b4', '#178a80', '#c9fff2', '#ff8fc0'),
  ],
  robot: [
    pal('#124a6b', '#0a1c30', '#9fb0cc', '#64748f', '#dfe8f7', '#35f2b8', '#0b1220'),
    pal('#6b1f3a', '#2a0c1c', '#f2b640', '#b37a1a', '#fff0cc', '#ff5d68', '#1c0f16'),
  ],
  astronaut: [
    pal('#2a1f6b', '#0c0a2a', '#7a4bff', '#4a2bb0', '#ffffff', '#ff8a3d', '#150f3a'),
    pal('#0f4a5c', '#061c28', '#12c79a', '#0b7a60', '#ffffff', '#ffd23c', '#06222c'),
  ],
  oni: [
    pal('#5c1a1a', '#240a10', '#e8343f', '#9c1424', '#ffc9b0', '#ffd27a'),
    pal('#1a3a7a', '#0a1636', '#4a7dff', '#2448b8', '#c9d9ff', '#ffd27a'),
  ],
  dragon: [
    pal('#7a5a12', '#33200a', '#18b878', '#0b7a50', '#ffe9a8', '#ff8a3d'),
    pal('#12506b', '#081f36', '#e24a5c', '#9c2338', '#ffd9b0', '#ffe27a'),
  ],
  penguin: [
    pal('#3a8fb8', '#12395c', '#ff9fb0', '#ffffff', '#ffffff', '#63b0ff', '#1a2238'),
    pal('#8f5a2a', '#3a1c1a', '#ffb38a', '#ffffff', '#ffffff', '#ffd27a', '#2a2038'),
  ],
};

const round1 = (x) => Math.round(x * 10) / 10;

function stars(random, colour) {
  return Array.from({ length: 9 }, () => {
    const [x, y, r] = [random() * 96, random() * 60, 0.5 + random() * 0.9].map(round1);
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" opacity="${round1(0.3 + random() * 0.5)}"/>`;
  }).join('');
}

function avatar(number) {
  const faces = Object.keys(FACES);
  const face = faces[(number - 1) % faces.length];
  const p = PALETTES[face][Math.floor((number - 1) / faces.length)];
  const random = rng(hash32(`avatar/${number}`));
  const moon = `<circle cx="${round1(20 + random() * 56)}" cy="${round1(18 + random() * 14)}" r="${round1(20 + random() * 12)}" fill="${p.glow}" opacity=".16"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${p.sky}"/>` +
    `<stop offset="1" stop-color="${p.ground}"/></linearGradient></defs><rect width="96" height="96" fill="url(#s)"/>` +
    `${moon}${stars(random, p.glow)}${FACES[face](p)}</svg>\n`
  );
}

/** {'01.svg': text, …} */
export function forgeAvatars() {
  const numbers = Array.from({ length: AVATAR_COUNT }, (_, i) => i + 1);
  return Object.fromEntries(numbers.map((n) => [`${String(n).padStart(2, '0')}.svg`, avatar(n)]));
}
