// Contact sheet for the eye: node src/sheet.js OUT.png MODEL:FINISH… or SHAPE:FINISH:EMBLEM:TRIM:ACCENT…
// Not part of the build; look at it before you commit new art.
import sharp from 'sharp';
import { SHAPES } from './box/index.js';
import { jewel, redPacket } from './box/tokens.js';
import { hash32 } from './forge/noise.js';
import { render } from './forge/scene.js';
import { MODELS } from './model/index.js';

const COLUMNS = 6;
const CELL = { w: 240, h: 180 };

const [out, ...wanted] = process.argv.slice(2);
const models = { ...MODELS, ...SHAPES, redPacket, jewel };

const tiles = await Promise.all(
  wanted.map(async (spec, i) => {
    const [model, finish, emblem = 'star', trim = 'gold', accent] = spec.split(':');
    const { px, W, H } = render(models[model], { finish, seed: hash32(spec), width: 480, emblem, trim, accent });
    const input = await sharp(px, { raw: { width: W, height: H, channels: 4 } })
      .resize(CELL.w, CELL.h)
      .png()
      .toBuffer();
    return { input, left: (i % COLUMNS) * CELL.w, top: Math.floor(i / COLUMNS) * CELL.h };
  }),
);
const size = { width: COLUMNS * CELL.w, height: Math.ceil(tiles.length / COLUMNS) * CELL.h };
await sharp({ create: { ...size, channels: 4, background: '#10141d' } })
  .composite(tiles)
  .png()
  .toFile(out);
