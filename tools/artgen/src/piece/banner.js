// Banner art for the home carousel, without text: wide (1600 × 640, text goes left) and phone (780 × 640, text goes to
// the foot). Pieces in front of and behind the middle plane are blurred a little, as a lens would.
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { BOXES } from '../catalog/boxes.js';
import { hash32 } from '../forge/noise.js';
import { render } from '../forge/scene.js';
import { MODELS } from '../model/index.js';
import { backdrop } from './backdrop.js';
import { renderBox, renderGem, renderRedPacket } from './box.js';
import { png } from './picture.js';

const LAYOUTS = {
  wide: { width: 1600, height: 640, focus: [1130, 320], calm: 'left', suffix: '', unit: 1 },
  phone: { width: 780, height: 640, focus: [390, 250], calm: 'bottom', suffix: '-m', unit: 0.74 },
};

const item = (model, finish) => (width) => render(MODELS[model], { finish, seed: hash32(`${model}-${finish}`), width });
const box = (slug) => {
  const spec = BOXES.find((b) => b.slug === slug);
  return (width) => renderBox(spec, width);
};

/**
 * Pieces back to front: art, offset from the focus in wide pixels, width, turn in degrees, blur in pixels.
 */
const BANNERS = [
  {
    slug: 'jade-banquet',
    dark: '#06140f',
    deep: '#0c4a3a',
    light: '#4ff0bd',
    pieces: [
      { art: item('orb', 'aurora'), at: [-235, -205], width: 220, turn: -10, blur: 3 },
      { art: renderGem, at: [395, -205], width: 130, turn: 16, blur: 4 },
      { art: item('talon', 'fade'), at: [-345, -25], width: 430, turn: -16 },
      { art: item('kitsune', 'cloud'), at: [315, -55], width: 310, turn: 9 },
      { art: item('crown', 'midas'), at: [5, -205], width: 370, turn: 3 },
      { art: box('jade-emperor'), at: [0, 65], width: 640, turn: 0 },
      { art: item('brilliant', 'sapphire'), at: [300, 190], width: 240, turn: 8 },
      { art: item('teardrop', 'ruby'), at: [-290, 205], width: 190, turn: -14 },
      { art: renderGem, at: [-420, 250], width: 190, turn: -22, blur: 7 },
    ],
  },
  {
    slug: 'battle-arena',
    dark: '#0b0917',
    deep: '#3a1670',
    light: '#b06bff',
    pieces: [
      { art: item('arc', 'circuit'), at: [-320, -190], width: 330, turn: -4, blur: 3 },
      { art: item('longbow', 'fade'), at: [345, -195], width: 340, turn: 4, blur: 3 },
      { art: item('sunder', 'magma'), at: [-150, -75], width: 640, turn: -2, flip: true },
      { art: item('ronin', 'fade'), at: [165, -75], width: 640, turn: 2 },
      { art: item('oni', 'crimson'), at: [-330, 90], width: 350, turn: -8 },
      { art: item('kitsune', 'nebula'), at: [335, 90], width: 350, turn: 8 },
      { art: box('nebula-vault'), at: [0, 110], width: 560, turn: 0 },
      { art: item('brilliant', 'amethyst'), at: [430, 250], width: 210, turn: 12, blur: 6 },
    ],
  },
  {
    slug: 'red-packet-rain',
    dark: '#17060a',
    deep: '#7a0f1e',
    light: '#ffb45c',
    pieces: [
      { art: renderRedPacket, at: [-370, -190], width: 210, turn: -24, blur: 4 },
      { art: renderRedPacket, at: [90, -235], width: 190, turn: 14, blur: 4 },
      { art: renderRedPacket, at: [385, -215], width: 250, turn: 26, blur: 2 },
      { art: item('crown', 'midas'), at: [-140, -170], width: 270, turn: -10 },
      { art: renderRedPacket, at: [-265, 45], width: 430, turn: -10 },
      { art: renderRedPacket, at: [275, 20], width: 480, turn: 18 },
      { art: box('auspicious'), at: [0, 75], width: 600, turn: 0 },
      { art: renderGem, at: [-220, 225], width: 190, turn: -14 },
      { art: renderGem, at: [235, 240], width: 150, turn: 12 },
      { art: renderGem, at: [400, 255], width: 230, turn: 24, blur: 7 },
      { art: renderGem, at: [-420, 265], width: 150, turn: -20, blur: 6 },
    ],
  },
];

/** One piece as a turned, shadowed layer. */
async function layer({ art, at, width, turn, blur, flip }, { focus, unit, width: W, height: H }) {
  const size = Math.round(width * unit);
  const upright = await png(art(Math.max(384, size * 2)), size);
  const blank = { r: 0, g: 0, b: 0, alpha: 0 };
  let picture = sharp(upright)
    .flop(flip ?? false)
    .rotate(turn, { background: blank });
  if (blur)
    picture = sharp(await picture.png().toBuffer())
      .blur(blur * unit)
      .modulate({ brightness: 0.82 });
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
  const left = Math.round(focus[0] + at[0] * unit - info.width / 2);
  const top = Math.round(focus[1] + at[1] * unit - info.height / 2);
  const drop = Math.round(14 * unit);
  const shadow = await sharp(data).linear([0, 0, 0, 0.55], [0, 0, 0, 0]).blur(drop).png().toBuffer();
  return [
    ...(await inside(shadow, info, left + drop / 2, top + drop * 1.4, W, H)),
    ...(await inside(data, info, left, top, W, H)),
  ];
}

/** The part of a layer that lies on the canvas, as sharp wants it. */
async function inside(input, { width, height }, x, y, W, H) {
  const left = Math.round(Math.max(0, x));
  const top = Math.round(Math.max(0, y));
  const w = Math.min(W, Math.round(x) + width) - left;
  const h = Math.min(H, Math.round(y) + height) - top;
  if (w <= 0 || h <= 0) return [];
  const region = { left: left - Math.round(x), top: top - Math.round(y), width: w, height: h };
  return [{ input: await sharp(input).extract(region).png().toBuffer(), left, top }];
}

async function banner(spec, layout) {
  const layers = [];
  for (const piece of spec.pieces) layers.push(...(await layer(piece, layout)));
  return sharp(new Resvg(backdrop(spec, layout)).render().asPng())
    .composite(layers)
    .flatten({ background: spec.dark })
    .webp({ quality: 80, effort: 6, smartSubsample: true })
    .toBuffer();
}

/** {'jade-banquet.webp': bytes, 'jade-banquet-m.webp': bytes, …} */
export async function forgeBanners() {
  const files = {};
  for (const spec of BANNERS) {
    for (const layout of Object.values(LAYOUTS))
      files[`${spec.slug}${layout.suffix}.webp`] = await banner(spec, layout);
  }
  return files;
}
