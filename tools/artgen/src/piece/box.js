// Box art, the red packet and the currency gem.
import { SHAPES } from '../box/index.js';
import { jewel, redPacket } from '../box/tokens.js';
import { hash32 } from '../forge/noise.js';
import { render } from '../forge/scene.js';
import { trimmedWebp, webp } from './picture.js';

/** A box's picture at any width; the accent lights its seam and emblem. */
export function renderBox({ slug, look, accent }, width) {
  const { shape, finish, emblem, trim } = look;
  return render(SHAPES[shape], { finish, emblem, trim, accent, seed: hash32(slug), width });
}

export const forgeBox = (box) => webp(renderBox(box, 896), 448, 336, 84);

export const renderRedPacket = (width) =>
  render(redPacket, { finish: 'lacquer', accent: '#ffcf6b', seed: hash32('red-packet'), width });

export const renderGem = (width) => render(jewel, { finish: 'jade', accent: '#2ff0b0', seed: hash32('gem'), width });

/** {file name: bytes} */
export async function forgeTokens() {
  return {
    'red-packet.webp': await trimmedWebp(renderRedPacket(896), 240, 320),
    'gem.webp': await trimmedWebp(renderGem(768), 128, 128, 90),
    'gem-lg.webp': await trimmedWebp(renderGem(1152), 512, 512, 88),
  };
}
