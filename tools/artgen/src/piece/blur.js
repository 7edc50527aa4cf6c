// Directional motion blur for the reels: x for the box reel, y for the battle reels. The stage cross-fades from the
// sharp thumbnail to the blurred cell at speed, which costs nothing per frame. All cells of one axis are one atlas.
import sharp from 'sharp';

/** The item stands in the middle of its cell; the margin holds the smear. Pixels. */
const CELL = { w: 120, h: 96 };
const ITEM = { w: 96, h: 72 };
const COLUMNS = 16;
const PASSES = [7, 5];

function smear(px, axis, radius) {
  const { w: width, h: height } = CELL;
  const out = Buffer.alloc(px.length);
  const [step, length, stride, lines] = axis === 'x' ? [4, width, width * 4, height] : [width * 4, height, 4, width];
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < length; i++) {
      const sum = [0, 0, 0, 0];
      for (let j = Math.max(0, i - radius); j <= Math.min(length - 1, i + radius); j++) {
        const p = line * stride + j * step;
        const a = px[p + 3];
        for (let k = 0; k < 3; k++) sum[k] += px[p + k] * a;
        sum[3] += a;
      }
      const p = line * stride + i * step;
      if (sum[3] > 0) for (let k = 0; k < 3; k++) out[p + k] = sum[k] / sum[3];
      out[p + 3] = sum[3] / (2 * radius + 1);
    }
  }
  return out;
}

/** RGBA bytes of the blurred cells {x, y} of a forged picture. */
export async function blurCells({ px, W, H }) {
  const [left, top] = [(CELL.w - ITEM.w) / 2, (CELL.h - ITEM.h) / 2];
  const still = await sharp(px, { raw: { width: W, height: H, channels: 4 } })
    .resize(ITEM.w, ITEM.h)
    .extend({ left, right: left, top, bottom: top, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .raw()
    .toBuffer();
  const along = (axis) => PASSES.reduce((cell, radius) => smear(cell, axis, radius), still);
  return { x: along('x'), y: along('y') };
}

/** One atlas of cells in id order, as WebP. */
export function atlas(cells) {
  const { w: width, h: height } = CELL;
  const { rows } = geometry(cells.length);
  const layers = cells.map((input, i) => ({
    input,
    raw: { width, height, channels: 4 },
    left: (i % COLUMNS) * width,
    top: Math.floor(i / COLUMNS) * height,
  }));
  const blank = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: COLUMNS * width, height: rows * height, channels: 4, background: blank } })
    .composite(layers)
    .webp({ quality: 70, alphaQuality: 70, effort: 6 })
    .toBuffer();
}

/** What the client needs to find a cell: row-major, index = item id − 1. */
export const geometry = (count) => ({
  columns: COLUMNS,
  rows: Math.ceil(count / COLUMNS),
  count,
  cell: CELL,
  item: ITEM,
});
