// One item's files.
import { render } from '../forge/scene.js';
import { MODELS } from '../model/index.js';
import { blurCells } from './blur.js';
import { webp } from './picture.js';

/** Forged at twice the delivered width, so that edges come out of the resize clean. */
const FORGED_WIDTH = 768;

/** @returns {{image: Buffer, thumb: Buffer, blur: {x: Buffer, y: Buffer}}} */
export async function forgeItem({ model, finish, seed }) {
  const picture = render(MODELS[model], { finish, seed, width: FORGED_WIDTH });
  return {
    image: await webp(picture, 384, 288, 82),
    thumb: await webp(picture, 192, 144, 80),
    blur: await blurCells(picture),
  };
}
